import { ToolPicture } from "#app/features/catalogue/tool-picture.tsx";
import { Badge } from "#app/ui/feedback.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { formatCents } from "#contract/money.ts";
import { formatCount } from "#contract/numbers.ts";
import { getStateLabels, hasReached, isCanceled, orderStates } from "#contract/order-states.ts";
import type { LinkedOrders } from "#worker/shop/payments/pay-by-link.ts";

type LinkedOrder = LinkedOrders["orders"][number];

function Line({ order, showState }: { order: LinkedOrder; showState: boolean }) {
	const { img, toolName, toolPartNumber, quantity, toolPriceCents, totalCents, state } = order;
	const name = keepUnitsTogether(toolName);
	const isStillSold = img !== null;
	return (
		<li className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-b border-base-300 py-3 last:border-0">
			<ToolPicture img={img} width={48} />
			<div className="grid justify-items-start gap-0.5">
				<p className="font-semibold">
					{isStillSold ? (
						<a href={`/tools/${order.productId}`} className="link">
							{name}
						</a>
					) : (
						name
					)}
				</p>
				{toolPartNumber && <p className="num text-sm text-muted">Part number {toolPartNumber}</p>}
				<p className="num text-sm text-muted">
					{formatCount(quantity, "piece")} × {formatCents(toolPriceCents)}
				</p>
				<p className="num text-sm text-muted">Order {order.number}</p>
				{order.refundedCents > 0 && (
					<p className="num text-sm text-muted">{formatCents(order.refundedCents)} refunded</p>
				)}
				{showState && (
					<Badge tone={hasReached(state, "paid") && !isCanceled(state) ? "success" : "plain"}>
						{state === "unpaid" ? orderStates.unpaid.label : getStateLabels(order).shortLabel}
					</Badge>
				)}
				{order.trackingUrl && (
					<a href={order.trackingUrl} rel="noreferrer" className="link py-1 text-sm">
						Track shipment
					</a>
				)}
			</div>
			<p
				className={`num text-end ${isCanceled(state) ? "text-muted line-through" : "font-semibold"}`}
			>
				{formatCents(totalCents)}
			</p>
		</li>
	);
}

/** Lists tools that were ordered together. Shows the state of each order if the states differ. */
export function LinkedOrderList({ orders }: { orders: LinkedOrder[] }) {
	const haveDifferentStates = new Set(orders.map(({ state }) => state)).size > 1;
	return (
		<ul className="-mt-3">
			{orders.map((order) => (
				<Line key={order.number} order={order} showState={haveDifferentStates} />
			))}
		</ul>
	);
}
