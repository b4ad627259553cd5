import { ToolPicture } from "#app/features/catalogue/tool-picture.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { formatCents } from "#contract/money.ts";
import { formatCount, formatInteger } from "#contract/numbers.ts";
import { orderNumber, orderPath } from "#contract/shop.ts";

/**
 * With this many orders or more, narrow screens show the ordered tools below the card form, so that customers don't have to scroll to it.
 */
export const longSummaryOrderCount = 6;

type ListedOrder = {
	id: string;
	toolName: string;
	toolPartNumber: string | null;
	toolPriceCents: number;
	quantity: number;
	totalCents: number;
	refundedCents: number;
	/** Null if the tool is no longer sold. */
	img: string | null;
};

/** Lists the orders of a checkout. Paid orders link to their pages. */
export const CheckoutOrders = ({ orders, isPaid }: { orders: ListedOrder[]; isPaid: boolean }) => (
	<ul className="grid gap-4 empty:hidden">
		{orders.map(({ id, toolName, toolPartNumber, quantity, img, ...amounts }) => (
			<li key={id} className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4">
				<ToolPicture img={img} width={48} />
				<div className="grid content-start">
					<p className="font-semibold">{keepUnitsTogether(toolName)}</p>
					{toolPartNumber && <p className="num text-muted">Part number {toolPartNumber}</p>}
					<p className="num text-muted">
						{formatCount(quantity, "piece")}, {formatCents(amounts.toolPriceCents)} per piece
					</p>
					{amounts.refundedCents > 0 && (
						<p className="num text-muted">{formatCents(amounts.refundedCents)} refunded</p>
					)}
					{isPaid && (
						<a className="link justify-self-start" href={orderPath(id)}>
							Order {orderNumber(id)}
						</a>
					)}
				</div>
				<p className="num font-semibold">{formatCents(amounts.totalCents)}</p>
			</li>
		))}
	</ul>
);

/** Lists the orders of the checkout that the payment does not cover. */
export const OtherCheckoutOrders = ({ title, orders }: { title: string; orders: ListedOrder[] }) =>
	orders.length > 0 && (
		<div className="text-muted">
			<h2 className="[letter-spacing:0] [font:inherit] [word-spacing:0]">{title}</h2>
			<ul>
				{orders.map(({ id, toolName, quantity }) => (
					<li key={id}>
						<a className="link" href={orderPath(id)}>
							{formatInteger(quantity)} × {keepUnitsTogether(toolName)}
						</a>
					</li>
				))}
			</ul>
		</div>
	);
