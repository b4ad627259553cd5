import { redirect } from "react-router";
import {
	CheckoutOrders,
	longSummaryOrderCount,
	OtherCheckoutOrders,
} from "#app/features/checkout/checkout-orders.tsx";
import { ReservedUntil } from "#app/features/orders/unpaid-order.tsx";
import { shopContext } from "#app/lib/context.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Alert } from "#app/ui/feedback.tsx";
import { Page } from "#app/ui/page.tsx";
import { RouterLinkButton } from "#app/ui/router-link-button.tsx";
import { WrappableText } from "#app/ui/wrappable-text.tsx";
import { listDeliveryDetails } from "#contract/delivery.ts";
import { ShopError } from "#contract/errors.ts";
import { payment } from "#contract/messages.ts";
import { formatCount } from "#contract/numbers.ts";
import { isCanceled } from "#contract/order-states.ts";
import { invoicePath, orderPath } from "#contract/shop.ts";
import { findZip } from "#contract/us-zip.ts";
import { readCheckoutPage } from "#worker/shop/orders/checkout.ts";
import { getTotalCents, isCustomerOf } from "#worker/shop/orders/read.ts";
import { getCardForm } from "#worker/shop/payments/start.ts";
import type { Route } from "./+types/checkout-payment.ts";
import { CardForm, ChargedAlert, RefundedTotal, SummaryTotal } from "./card-form.tsx";
import { DeliverTo, PaymentLayout } from "./payment-layout.tsx";
import { describeCanceled, describeRefund, sumAmounts } from "./refunds.ts";

type Data = Route.ComponentProps["loaderData"];

/** Allows Stripe.js in the Content-Security-Policy (app/entry.server.tsx). */
export const handle = { payment: true };

export const meta: Route.MetaFunction = () => pageMeta("Payment for your orders");

export async function loader({ params, context }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const { id, userId, unpaidCents, orders } = await readCheckoutPage(shop, params.checkoutid);
	const [first] = orders;
	if (!first) throw new ShopError("checkout_not_found");
	// As on the payment page of an order that was placed alone.
	if (orders.length === 1 && isCanceled(first.state)) throw redirect(orderPath(first.id));
	const summaries = orders.map((order) => ({
		id: order.id,
		productId: order.productId,
		toolName: order.toolName,
		toolPartNumber: order.toolPartNumber,
		toolPriceCents: order.toolPriceCents,
		quantity: order.quantity,
		state: order.state,
		reservedUntil: order.reservedUntil,
		totalCents: getTotalCents(order),
		refundedCents: order.refundedCents,
		isRefundMissing: order.isRefundMissing,
		img: order.img,
	}));
	const lastPaidOrder = orders.findLast(({ transactionId }) => transactionId !== null);
	return {
		id,
		unpaidCents,
		payer: { name: first.name, email: first.email },
		zip: findZip(first.location),
		deliverTo: [first.name, ...listDeliveryDetails(first)],
		unpaid: summaries.filter(({ state }) => state === "unpaid"),
		paid: summaries.filter(({ state }) => state !== "unpaid" && state !== "cancelled"),
		canceled: summaries.filter(({ state }) => state === "cancelled"),
		transactionId: lastPaidOrder?.transactionId ?? null,
		isCustomer: isCustomerOf(shop, userId),
		settings: getCardForm(shop),
	};
}

function PaymentForm({ id, unpaidCents, payer, zip, isCustomer, settings }: Data) {
	if (!isCustomer) return <Alert>{payment.customerOnly}</Alert>;
	return (
		<CardForm
			key={`${id} ${unpaidCents}`}
			order={{ id, totalCents: unpaidCents, customer: payer, zip, isCheckout: true }}
			settings={settings}
		/>
	);
}

function Thanks({ payer, paid, canceled, transactionId, isCustomer }: Data) {
	const [firstPaid] = paid;
	const ordersNotRefunded = paid.filter(({ state }) => state !== "refunded");
	return (
		<>
			{ordersNotRefunded.length > 0 ? (
				<ChargedAlert
					text={ordersNotRefunded.length === 1 ? payment.done : payment.doneAll}
					transactionId={transactionId ?? ""}
				/>
			) : (
				<Alert>{describeRefund([...paid, ...canceled])}</Alert>
			)}
			{isCustomer && ordersNotRefunded.length > 0 && (
				<p>
					We've emailed your receipt to <WrappableText text={payer.email} />. You'll get another
					email when {ordersNotRefunded.length === 1 ? "your order ships" : "your orders ship"}.
				</p>
			)}
			<div className="flex flex-wrap gap-3">
				{isCustomer && (
					<>
						<RouterLinkButton to="/dashbord/myorders" variant="primary">
							View your orders
						</RouterLinkButton>
						<RouterLinkButton to="/tools">Continue shopping</RouterLinkButton>
					</>
				)}
				{firstPaid && <RouterLinkButton to={invoicePath(firstPaid.id)}>Invoice</RouterLinkButton>}
			</div>
		</>
	);
}

const AllCanceled = ({ isCustomer }: Data) => (
	<>
		<Alert>{payment.allCanceled}</Alert>
		<div>
			{isCustomer && <RouterLinkButton to="/dashbord/myorders">View your orders</RouterLinkButton>}
		</div>
	</>
);

function Summary(props: Data) {
	const { unpaid, paid, canceled, unpaidCents, deliverTo, isCustomer, settings } = props;
	const shownOrders = unpaid.length > 0 ? unpaid : paid;
	const [first] = unpaid;
	const isFormShown = unpaid.length > 0 && isCustomer && settings !== null;
	const paidCents = sumAmounts(paid, "totalCents");
	const refundedCents = sumAmounts(paid, "refundedCents");
	return (
		<>
			<CheckoutOrders orders={shownOrders} isPaid={unpaid.length === 0} />
			{shownOrders.length > 0 && (
				<SummaryTotal cents={unpaid.length > 0 ? unpaidCents : paidCents} isInForm={isFormShown} />
			)}
			<RefundedTotal cents={refundedCents} />
			{unpaid.length > 0 && <OtherCheckoutOrders title="Already paid" orders={paid} />}
			<OtherCheckoutOrders title="Canceled" orders={canceled} />
			{first && (
				<p className="text-muted empty:hidden">
					<ReservedUntil order={first} />
				</p>
			)}
			<DeliverTo lines={deliverTo} />
		</>
	);
}

function getTitle({ unpaid, paid, canceled, payer, isCustomer }: Data): string {
	if (unpaid.length > 0 || !isCustomer) return `Hello, ${payer.name}`;
	const areAllRefunded = paid.every(({ state }) => state === "refunded");
	return areAllRefunded ? describeCanceled([...paid, ...canceled]) : "Thank you for your order";
}

export default function CheckoutPayment({ loaderData }: Route.ComponentProps) {
	const { unpaid, paid, canceled } = loaderData;
	const shownOrders = [unpaid, paid, canceled].find(({ length }) => length > 0) ?? [];
	const count = formatCount(shownOrders.length, "order");
	const isSummaryLast = unpaid.length === 0 || unpaid.length >= longSummaryOrderCount;
	return (
		<Page
			title={getTitle(loaderData)}
			lead={unpaid.length > 0 ? `Payment for ${count}` : count}
			inDashboard
		>
			<PaymentLayout
				label="Your orders"
				summary={<Summary {...loaderData} />}
				isSummaryLast={isSummaryLast}
			>
				{unpaid.length > 0 ? (
					<PaymentForm {...loaderData} />
				) : paid.length > 0 ? (
					<Thanks {...loaderData} />
				) : (
					<AllCanceled {...loaderData} />
				)}
			</PaymentLayout>
		</Page>
	);
}
