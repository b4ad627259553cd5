import { redirect } from "react-router";
import { OrderedTool } from "#app/features/orders/ordered-tool.tsx";
import { ReservedUntil } from "#app/features/orders/unpaid-order.tsx";
import { shopContext } from "#app/lib/context.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Alert } from "#app/ui/feedback.tsx";
import { Page } from "#app/ui/page.tsx";
import { RouterLinkButton } from "#app/ui/router-link-button.tsx";
import { WrappableText } from "#app/ui/wrappable-text.tsx";
import { listDeliveryDetails } from "#contract/delivery.ts";
import { payment } from "#contract/messages.ts";
import { formatCount } from "#contract/numbers.ts";
import { awaitsShipment, isCanceled } from "#contract/order-states.ts";
import { checkoutPath, invoicePath, orderNumber, orderPath } from "#contract/shop.ts";
import { findZip } from "#contract/us-zip.ts";
import { findProduct } from "#worker/shop/catalogue/read.ts";
import { readCheckoutTotals } from "#worker/shop/orders/checkout.ts";
import { getTotalCents, isCustomerOf, requireOrderInAnyState } from "#worker/shop/orders/read.ts";
import { getCardForm } from "#worker/shop/payments/start.ts";
import type { Route } from "./+types/payment.ts";
import { CardForm, ChargedAlert, SummaryTotal } from "./card-form.tsx";
import { DeliverTo, PaymentLayout } from "./payment-layout.tsx";

type Data = Route.ComponentProps["loaderData"];

function OrderSummary({ order, isPayable }: Pick<Data, "order"> & { isPayable: boolean }) {
	return (
		<>
			<OrderedTool order={order} img={order.img} />
			<SummaryTotal cents={order.totalCents} isInForm={isPayable} />
			<p className="text-muted empty:hidden">
				<ReservedUntil order={order} />
			</p>
			<DeliverTo lines={order.deliverTo} />
		</>
	);
}

/** Allows Stripe.js in the Content-Security-Policy (app/entry.server.tsx). */
export const handle = { payment: true };

export const meta: Route.MetaFunction = ({ params }) =>
	pageMeta(`Payment for order ${orderNumber(params.orderid)}`);

export async function loader({ params, context }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const { userId, ...order } = await requireOrderInAnyState(shop, params.orderid);
	// Emails link to this page. The order's page says why an order was canceled, and how to order again.
	if (isCanceled(order.state)) throw redirect(orderPath(order.id));
	const [product, [checkout]] = await Promise.all([
		findProduct(shop, order.productId),
		readCheckoutTotals(shop, [order.checkoutId]),
	]);
	return {
		order: {
			...order,
			img: product?.img ?? null,
			totalCents: getTotalCents(order),
			deliverTo: [order.name, ...listDeliveryDetails(order)],
		},
		/** Computed on the server, because the table of states would more than double this page's script. */
		isAwaitingShipment: awaitsShipment(order.state),
		transactionId: order.paidAt && order.transactionId,
		isCustomer: isCustomerOf(shop, userId),
		checkout,
		settings: getCardForm(shop),
	};
}

type ThanksProps = Pick<Data, "order" | "isAwaitingShipment"> & { transactionId: string };

function Thanks({ order: { id, email }, isAwaitingShipment, transactionId }: ThanksProps) {
	return (
		<>
			<ChargedAlert text={payment.done} transactionId={transactionId} />
			<p>
				We've emailed your receipt to <WrappableText text={email} />.
				{isAwaitingShipment && " You'll get another email when your order ships."}
			</p>
			<div className="flex flex-wrap gap-3">
				<RouterLinkButton to={orderPath(id)} variant="primary">
					View your order
				</RouterLinkButton>
				<RouterLinkButton to="/tools">Continue shopping</RouterLinkButton>
				<RouterLinkButton to={invoicePath(id)}>Invoice</RouterLinkButton>
			</div>
		</>
	);
}

const OtherUnpaidOrdersAlert = ({ checkout }: Pick<Data, "checkout">) =>
	checkout &&
	checkout.unpaidCount > 1 && (
		<Alert>
			You placed other orders with this one.{" "}
			<a className="link" href={checkoutPath(checkout.checkoutId)}>
				Pay for all {formatCount(checkout.unpaidCount, "order")} at once
			</a>
		</Alert>
	);

function PaymentForm({ order, checkout, isCustomer, settings }: Data) {
	if (!isCustomer) return <Alert>{payment.customerOnly}</Alert>;
	const payer = { name: order.name, email: order.email };
	return (
		<>
			{settings && <OtherUnpaidOrdersAlert checkout={checkout} />}
			<CardForm
				key={order.id}
				order={{
					id: order.id,
					totalCents: order.totalCents,
					customer: payer,
					zip: findZip(order.location),
				}}
				settings={settings}
			/>
		</>
	);
}

export default function Payment({ loaderData }: Route.ComponentProps) {
	const { order, transactionId, isCustomer, settings } = loaderData;
	const greeting = `Hello, ${order.name}`;
	const number = orderNumber(order.id);
	const isThankYouPage = transactionId !== null && isCustomer;
	return (
		<Page
			title={isThankYouPage ? "Thank you for your order" : greeting}
			lead={isThankYouPage ? `${greeting}. Order ${number}` : `Payment for order ${number}`}
			inDashboard
		>
			<PaymentLayout
				label="Your order"
				summary={
					<OrderSummary
						order={order}
						isPayable={!transactionId && isCustomer && settings !== null}
					/>
				}
				isSummaryLast={transactionId !== null}
			>
				{!transactionId ? (
					<PaymentForm {...loaderData} />
				) : isCustomer ? (
					<Thanks {...loaderData} transactionId={transactionId} />
				) : (
					<ChargedAlert text={payment.done} transactionId={transactionId} />
				)}
			</PaymentLayout>
		</Page>
	);
}
