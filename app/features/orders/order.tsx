import type { ReactNode } from "react";
import { shopContext } from "#app/lib/context.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useLive } from "#app/lib/use-live.ts";
import { Alert } from "#app/ui/feedback.tsx";
import { keepUnitsTogether, WrappableId } from "#app/ui/line-breaks.tsx";
import { Page } from "#app/ui/page.tsx";
import { formatDay } from "#contract/dates.ts";
import { deliveryLines } from "#contract/delivery.ts";
import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import { type OrderState, orderStates } from "#contract/order-states.ts";
import { paymentHolds } from "#contract/payment-holds.ts";
import { orderNumber } from "#contract/shop.ts";
import { getSupply, requireOrderRecord, totalCents } from "#worker/shop/orders/read.ts";
import { getPaymentOf, type OrderPayment } from "#worker/shop/payments/read.ts";
import type { Route } from "./+types/order.ts";
import { Facts } from "./facts.tsx";
import { OrderActions } from "./order-actions.tsx";
import { OrderSteps } from "./order-steps.tsx";

type Payment = NonNullable<OrderPayment>;

/** Stripe's `needs_response`. */
const inWords = (status: string) => status.replaceAll("_", " ");

const Refund = ({ refund }: { refund: Payment["refunds"][number] }) => (
	<div>
		{formatCents(refund.amountCents)}, {inWords(refund.status)}
		{refund.failureReason && ` (${inWords(refund.failureReason)})`}, {formatDay(refund.createdAt)}
		<div className="text-muted">
			<WrappableId text={refund.id} /> {refund.ours ? "by the shop" : "made in Stripe"}
		</div>
	</div>
);

const Dispute = ({ dispute }: { dispute: Payment["disputes"][number] }) => (
	<div>
		{formatCents(dispute.amountCents)}, {inWords(dispute.reason)}, {inWords(dispute.status)}
		{dispute.dueBy && `, answer by ${formatDay(dispute.dueBy)}`}
		<div className="text-muted">
			<WrappableId text={dispute.id} />
		</div>
	</div>
);

/** Rows about money that went back, or may have to: none while all of it is with the shop. */
function paymentFacts(payment: OrderPayment): [name: string, value: ReactNode][] {
	if (!payment) return [];
	const { refundedCents, refunds, disputes } = payment;
	const rows: [string, ReactNode, boolean][] = [
		["Refunded", formatCents(refundedCents), refundedCents > 0],
		["Refunds", refunds.map((one) => <Refund key={one.id} refund={one} />), refunds.length > 0],
		[
			"Disputes",
			disputes.map((one) => <Dispute key={one.id} dispute={one} />),
			disputes.length > 0,
		],
	];
	return rows.flatMap(([name, value, shows]) => (shows ? [[name, value]] : []));
}

export const meta: Route.MetaFunction = ({ params }) =>
	pageMeta(`Order ${orderNumber(params.orderid)}`);

/** Someone else's order is 403, an unknown one 404; an admin may look. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const { userId, ...order } = await requireOrderRecord(shop, params.orderid);
	const isCustomer = userId === shop.account?.id;
	const payment = await getPaymentOf(shop, { ...order, userId });
	return {
		order: { ...order, totalCents: totalCents(order) },
		isCustomer,
		payment,
		supply: await getSupply(shop, order.productId),
	};
}

const newsOf = (state: OrderState, payment: OrderPayment): string =>
	payment?.hold && state !== "shipped" ? paymentHolds[payment.hold].news : orderStates[state].news;

export default function Order({ loaderData }: Route.ComponentProps) {
	useLive();
	const { order, isCustomer, payment } = loaderData;
	return (
		<Page
			title={`Order ${orderNumber(order.id)}`}
			{...(isCustomer && { lead: newsOf(order.state, payment) })}
			nested
			back={
				isCustomer
					? { to: "/dashbord/myorders", label: "My Orders" }
					: { to: "/dashbord/manageAllorders", label: "Manage All Orders" }
			}
		>
			<OrderSteps order={order} hold={payment?.hold} />
			{payment?.hold && !isCustomer && (
				<Alert tone="error">
					{order.state === "shipped"
						? paymentHolds[payment.hold].label
						: paymentHolds[payment.hold].message}
				</Alert>
			)}
			<OrderActions {...loaderData} />
			<Facts
				rows={[
					["Tool", keepUnitsTogether(order.toolName)],
					["Pieces", formatWhole(order.quantity)],
					["Price per piece", formatCents(order.toolPriceCents)],
					["Total", <b key="total">{formatCents(order.totalCents)}</b>],
					...paymentFacts(payment),
					["Deliver to", [order.name, ...deliveryLines(order)].join("\n")],
					["Email updates to", order.email],
					...(order.transactionId
						? [
								["Transaction id", <WrappableId key="id" text={order.transactionId} />] as [
									string,
									React.ReactNode,
								],
							]
						: []),
				]}
			/>
		</Page>
	);
}
