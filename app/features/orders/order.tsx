import { Link } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { formAction, redirectWithMessage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useLiveData } from "#app/lib/use-live-data.ts";
import { useCan } from "#app/root-data.ts";
import { DetailList } from "#app/ui/detail-list.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { Page } from "#app/ui/page.tsx";
import { WrappableId, WrappableText } from "#app/ui/wrappable-text.tsx";
import { cancelReasons } from "#contract/cancel-reasons.ts";
import { carrierNames, getTrackingUrl } from "#contract/carriers.ts";
import { listDeliveryDetails } from "#contract/delivery.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount } from "#contract/numbers.ts";
import { awaitsShipment, hasReached, orderStates } from "#contract/order-states.ts";
import { paymentHolds, returnsPayment } from "#contract/payment-holds.ts";
import { can } from "#contract/roles.ts";
import { checkoutPath, orderNumber, orderPath } from "#contract/shop.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { findProduct } from "#worker/shop/catalogue/read.ts";
import { hasOpenCancellationRequest } from "#worker/shop/orders/cancellation.ts";
import { readCheckoutTotals } from "#worker/shop/orders/checkout.ts";
import { listNotes } from "#worker/shop/orders/notes.ts";
import { copyPaymentLink, readPaymentLinkTotals } from "#worker/shop/orders/payment-links.ts";
import { getTotalCents, isCustomerOf, requireOrderInAnyState } from "#worker/shop/orders/read.ts";
import { isPayableByLink } from "#worker/shop/orders/reservation.ts";
import { getUnsentEmails, readTimeline } from "#worker/shop/orders/timeline.ts";
import { hasPayment } from "#worker/shop/payments/check-order.ts";
import { readUnusedShareRefunds } from "#worker/shop/payments/order-refunds.ts";
import {
	getOrderPayment,
	isOrderCharged,
	isOrderPaymentInProgress,
} from "#worker/shop/payments/read.ts";
import { isRestockable } from "#worker/shop/payments/restock-order.ts";
import type { Route } from "./+types/order.ts";
import { AnswerCancellationRequest, CancellationRequestNotice } from "./cancellation.tsx";
import { Notes } from "./notes.tsx";
import { OrderButtons } from "./order-buttons.tsx";
import { getPaymentDetails, Timeline, UnsentEmail } from "./order-details.tsx";
import { runOrderPageAction } from "./order-page-actions.ts";
import { renderRefunds } from "./order-refunds.tsx";
import { OrderSteps } from "./order-steps.tsx";
import { OrderedTool } from "./ordered-tool.tsx";
import { PaymentLink } from "./payment-link.tsx";
import { Shipment } from "./shipment.tsx";

type Data = Route.ComponentProps["loaderData"];

export const meta: Route.MetaFunction = ({ params }) =>
	pageMeta(`Order ${orderNumber(params.orderid)}`);

export async function loader({ params, context }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const { userId, ...order } = await requireOrderInAnyState(shop, params.orderid);
	const account = requireAccount(shop);
	const canNote = can(account, "orders:note");
	const canRefund = can(account, "refunds:create");
	const hasRequest = hasOpenCancellationRequest(order);
	const isCustomer = isCustomerOf(shop, userId);
	const canSendLink = isPayableByLink(order) && can(account, "orders:place-for-customer");
	const [
		payment,
		unusedShareRefunds,
		product,
		isPaymentInProgress,
		isCharged,
		unsentEmails,
		timeline,
		notes,
		[checkout],
		linkTotals,
		canCheckPayments,
	] = await Promise.all([
		getOrderPayment(shop, { ...order, userId }),
		readUnusedShareRefunds(shop, order),
		findProduct(shop, order.productId),
		order.state === "unpaid" && isOrderPaymentInProgress(shop, order.id),
		order.state === "cancelled" && isOrderCharged(shop, order.id),
		getUnsentEmails(shop, order),
		readTimeline(shop, { ...order, userId }),
		canNote ? listNotes(shop, order.id) : null,
		readCheckoutTotals(shop, [order.checkoutId]),
		canSendLink ? readPaymentLinkTotals(shop, order) : null,
		canRefund && hasPayment(shop, order.id),
	]);
	const isReturned = payment !== null && returnsPayment(payment);
	return {
		order: { ...order, totalCents: getTotalCents(order), trackingUrl: getTrackingUrl(order) },
		isCustomer,
		isReturned,
		isCancelable: isCustomer && awaitsShipment(order.state) && !isReturned,
		carriers: can(account, "orders:ship") ? carrierNames : null,
		payment,
		unusedShareRefunds,
		isPaymentInProgress,
		isCharged,
		isRefundable: canRefund && payment !== null && payment.remainingCents > 0,
		canCheckPayments,
		isRestockable: canRefund && payment !== null && isRestockable(order, payment),
		hasRequest,
		canAnswerRequest: hasRequest && canRefund,
		linkTotals,
		unsentEmails,
		timeline,
		notes,
		checkout,
		tool: product && { img: product.img, isSoldOut: isOutOfStock(product) },
	};
}

export const action = formAction(async (shop, form, { context, params }: Route.ActionArgs) => {
	// Returned without a redirect, because the shop cannot show the link a second time.
	if (form.get("task") === "copyLink") return { link: await copyPaymentLink(shop, params.orderid) };
	const message = await runOrderPageAction(shop, params.orderid, form);
	return redirectWithMessage(context, orderPath(params.orderid), message);
});

/** Returns what staff can do with the shipment now, or null. */
function getShipmentTask({ order, payment }: Data): "ship" | "track" | null {
	if (order.shippedAt) return "track";
	return awaitsShipment(order.state) && !payment?.hold ? "ship" : null;
}

const canceledRefundText =
	"This order was canceled. Your payment is being refunded to your payment method. See Refunds below.";

export default function Order({ loaderData, actionData: result }: Route.ComponentProps) {
	useLiveData();
	const isAllowed = useCan();
	const actionData = result && "message" in result ? result : undefined;
	const link = result && "link" in result ? result.link : null;
	const {
		order,
		isCharged,
		isCustomer,
		payment,
		unusedShareRefunds,
		unsentEmails,
		tool,
		carriers,
		timeline,
		notes,
		checkout,
	} = loaderData;
	const shipmentTask = getShipmentTask(loaderData);
	const isShipmentError = actionData?.values.task === shipmentTask;
	const isNoteError = actionData?.values.task === "note";
	const hold = payment?.hold ? paymentHolds[payment.hold] : null;
	const isShipped = hasReached(order.state, "shipped");
	// While a cancellation request is open, its notice says what happens next.
	const stateText = loaderData.hasRequest ? null : orderStates[order.state].customerText;
	const isPartlyPending = payment?.hold === "refund_pending" && !loaderData.isReturned;
	const customerHold = isPartlyPending ? paymentHolds.partly_refunded : hold;
	const customerText =
		customerHold && awaitsShipment(order.state) ? customerHold.customerText : stateText;
	const reason = order.cancelReason && cancelReasons[order.cancelReason];
	// There may be no refund, for example because the charge is disputed.
	const isBeingRefunded = payment?.isRefundPending || (isCharged && unusedShareRefunds.length > 0);
	const chargedText = isBeingRefunded
		? canceledRefundText
		: (isCharged || payment?.isRefundMissing) && "This order was canceled.";
	const back = isAllowed("orders:read")
		? { to: "/dashbord/manageAllorders", label: "Manage All Orders" }
		: isCustomer && { to: "/dashbord/myorders", label: "My Orders" };
	return (
		<Page
			title={`Order ${orderNumber(order.id)}`}
			lead={isCustomer && (chargedText || (reason?.customerText ?? customerText))}
			inDashboard
			{...(back && { back })}
		>
			<OrderSteps {...loaderData} />
			{hold && !isCustomer && order.state !== "refunded" && (
				<Alert tone="error">
					{isShipped ? `Payment ${hold.label.toLowerCase()}.` : hold.message}
				</Alert>
			)}
			{actionData && !isShipmentError && !isNoteError && (
				<Alert tone="error">{actionData.message}</Alert>
			)}
			{loaderData.isCancelable && (
				<CancellationRequestNotice order={order} isOnHold={hold !== null} />
			)}
			{loaderData.canAnswerRequest && (
				<AnswerCancellationRequest
					order={order}
					hold={payment?.hold ?? null}
					isReturned={loaderData.isReturned}
					isDisputed={payment?.isDisputed ?? false}
					isRefundable={loaderData.isRefundable}
				/>
			)}
			<OrderButtons {...loaderData} />
			{loaderData.linkTotals && (
				<PaymentLink link={link} email={order.email} totals={loaderData.linkTotals} />
			)}
			<section
				aria-label="Tool"
				className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t border-base-300 pt-6"
			>
				<OrderedTool order={order} img={tool?.img ?? null} isLink />
				<p className="ms-auto">
					Total{" "}
					<span className="num ms-2 text-2xl font-semibold">{formatCents(order.totalCents)}</span>
				</p>
			</section>
			{carriers && shipmentTask && (
				<Shipment
					order={order}
					carriers={carriers}
					task={shipmentTask}
					errors={isShipmentError ? actionData : undefined}
				/>
			)}
			<DetailList
				rows={[
					[
						"Tracking",
						order.trackingNumber && (
							<>
								{order.carrier} <WrappableId text={order.trackingNumber} />
							</>
						),
					],
					[
						"Reserved until",
						order.state === "unpaid" && order.reservedUntil && (
							<LocalTime key="until" at={order.reservedUntil} />
						),
					],
					[
						"Ordered together",
						checkout && (
							<Link key="together" to={checkoutPath(checkout.checkoutId)} className="link">
								{formatCount(checkout.count, "order")}
								{checkout.canceledCount > 0 && ` (${checkout.canceledCount} canceled)`},{" "}
								{formatCents(checkout.totalCents)}
							</Link>
						),
					],
					["Canceled", !isCustomer && reason?.label],
					...(payment ? getPaymentDetails(payment, loaderData) : []),
					[
						payment ? "Other payment" : "Refunds",
						renderRefunds({ refunds: unusedShareRefunds, isCustomer }),
					],
					["Deliver to", [order.name, ...listDeliveryDetails(order)].join("\n")],
					[
						isCustomer ? "Updates sent to" : "Email",
						<WrappableText key="email" text={order.email} />,
					],
					[
						"Unsent emails",
						unsentEmails.map((email) => <UnsentEmail key={email.kind} email={email} />),
					],
					[
						"Transaction ID",
						order.transactionId && <WrappableId key="id" text={order.transactionId} />,
					],
				]}
			/>
			{notes && <Notes notes={notes} errors={isNoteError ? actionData : undefined} />}
			<Timeline events={timeline} />
		</Page>
	);
}
