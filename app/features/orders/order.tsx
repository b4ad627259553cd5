import { shopContext } from "#app/lib/context.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useLiveData } from "#app/lib/use-live-data.ts";
import { Alert } from "#app/ui/feedback.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.ts";
import { WrappableId } from "#app/ui/line-breaks.tsx";
import { Page } from "#app/ui/page.tsx";
import { RouterLinkButton } from "#app/ui/router-link-button.tsx";
import { formatDay } from "#contract/dates.ts";
import { deliveryLines } from "#contract/delivery.ts";
import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import { hasReached, type OrderState, orderProgress, orderStates } from "#contract/order-states.ts";
import { paymentHolds } from "#contract/payment-holds.ts";
import { invoicePath, orderAgainPath, orderNumber } from "#contract/shop.ts";
import { getAvailability, requireOrderRecord, totalCents } from "#worker/shop/orders/read.ts";
import { getPaymentOf } from "#worker/shop/payments/read.ts";
import type { Route } from "./+types/order.ts";
import { CancelOrder, type Detail, DetailList } from "./order-parts.tsx";

type Data = Route.ComponentProps["loaderData"];
type Payment = NonNullable<Data["payment"]>;

const toWords = (status: string) => status.replaceAll("_", " ");

const Refund = ({ refund }: { refund: Payment["refunds"][number] }) => (
	<div>
		{formatCents(refund.amountCents)}, {toWords(refund.status)}
		{refund.failureReason && ` (${toWords(refund.failureReason)})`}, {formatDay(refund.createdAt)}
		<div className="text-muted">
			<WrappableId text={refund.id} /> {refund.ours ? "created by the shop" : "created in Stripe"}
		</div>
	</div>
);

const Dispute = ({ dispute }: { dispute: Payment["disputes"][number] }) => (
	<div>
		{formatCents(dispute.amountCents)}, {toWords(dispute.reason)}, {toWords(dispute.status)}
		{dispute.dueBy && `, respond by ${formatDay(dispute.dueBy)}`}
		<div className="text-muted">
			<WrappableId text={dispute.id} />
		</div>
	</div>
);

const paymentDetails = ({ refundedCents, refunds, disputes }: Payment): Detail[] => [
	["Refunded", refundedCents > 0 && formatCents(refundedCents)],
	["Refunds", refunds.map((refund) => <Refund key={refund.id} refund={refund} />)],
	["Disputes", disputes.map((dispute) => <Dispute key={dispute.id} dispute={dispute} />)],
];

function Steps({ order, payment }: Data) {
	const steps: OrderState[] = order.state === "cancelled" ? ["unpaid", "cancelled"] : orderProgress;
	const next = steps.find((state) => !order[orderStates[state].at]);
	return (
		<ol className="steps grid md:auto-cols-fr md:grid-flow-col">
			{steps.map((state) => {
				const { step, icon, at, waiting, later } = orderStates[state];
				const time = order[at];
				const hold = state === "shipped" ? payment?.hold : null;
				return (
					<li
						key={state}
						data-done={time ? "" : undefined}
						aria-current={state === next ? "step" : undefined}
					>
						<span>
							<Icon name={time ? "check" : icon} size={16} />
						</span>
						<span className="font-semibold">{step}</span>
						{time ? (
							<time dateTime={time.toISOString()}>{formatDay(time)}</time>
						) : (
							<span>{hold ? paymentHolds[hold].label : state === next ? waiting : later}</span>
						)}
					</li>
				);
			})}
		</ol>
	);
}

function OrderAgain({ order, availability }: Data) {
	if (availability === "not sold")
		return <p className="text-muted">We no longer sell this tool.</p>;
	if (availability === "out of stock") {
		return <p className="text-muted">This tool is currently out of stock.</p>;
	}
	return (
		<RouterLinkButton to={orderAgainPath(order.productId, order.id)} variant="primary">
			Order again
		</RouterLinkButton>
	);
}

function Actions(props: Data) {
	const { order, isCustomer } = props;
	const isPaid = hasReached(order.state, "paid");
	return (
		<div className="flex flex-wrap items-center gap-3">
			{isCustomer && order.state === "unpaid" && (
				<>
					<RouterLinkButton to={`/dashbord/payment/${order.id}`} reloadDocument variant="primary">
						pay
					</RouterLinkButton>
					<CancelOrder order={order} size="md" action="/dashbord/myorders" />
				</>
			)}
			{isCustomer && order.state !== "unpaid" && <OrderAgain {...props} />}
			{isPaid && <RouterLinkButton to={invoicePath(order.id)}>Invoice</RouterLinkButton>}
			{isCustomer && isPaid && (
				<RouterLinkButton
					to={`/dashbord/addreview?${new URLSearchParams({ tool: order.productId })}`}
				>
					Review this tool
				</RouterLinkButton>
			)}
		</div>
	);
}

export const meta: Route.MetaFunction = ({ params }) =>
	pageMeta(`Order ${orderNumber(params.orderid)}`);

export async function loader({ params, context }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const { userId, ...order } = await requireOrderRecord(shop, params.orderid);
	const [payment, availability] = await Promise.all([
		getPaymentOf(shop, { ...order, userId }),
		getAvailability(shop, order.productId),
	]);
	return {
		order: { ...order, totalCents: totalCents(order) },
		isCustomer: userId === shop.account?.id,
		payment,
		availability,
	};
}

export default function Order({ loaderData }: Route.ComponentProps) {
	useLiveData();
	const { order, isCustomer, payment } = loaderData;
	const hold = payment?.hold ? paymentHolds[payment.hold] : null;
	const isShipped = hasReached(order.state, "shipped");
	const customerText =
		hold && !isShipped ? hold.customerText : orderStates[order.state].customerText;
	return (
		<Page
			title={`Order ${orderNumber(order.id)}`}
			lead={isCustomer && customerText}
			inDashboard
			back={
				isCustomer
					? { to: "/dashbord/myorders", label: "My Orders" }
					: { to: "/dashbord/manageAllorders", label: "Manage All Orders" }
			}
		>
			<Steps {...loaderData} />
			{hold && !isCustomer && <Alert tone="error">{isShipped ? hold.label : hold.message}</Alert>}
			<Actions {...loaderData} />
			<DetailList
				rows={[
					["Tool", keepUnitsTogether(order.toolName)],
					["Pieces", formatWhole(order.quantity)],
					["Price per piece", formatCents(order.toolPriceCents)],
					["Total", <b key="total">{formatCents(order.totalCents)}</b>],
					...(payment ? paymentDetails(payment) : []),
					["Deliver to", [order.name, ...deliveryLines(order)].join("\n")],
					["Email updates to", order.email],
					[
						"Transaction id",
						order.transactionId && <WrappableId key="id" text={order.transactionId} />,
					],
				]}
			/>
		</Page>
	);
}
