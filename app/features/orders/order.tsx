import { Link } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { formAction, redirectWithMessage } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { useLiveData } from "#app/lib/use-live-data.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { WrappableId, WrappableText } from "#app/ui/line-breaks.tsx";
import { Minute } from "#app/ui/minute.tsx";
import { Page } from "#app/ui/page.tsx";
import { RouterLinkButton } from "#app/ui/router-link-button.tsx";
import { cancelReasons } from "#contract/cancel-reasons.ts";
import { carrierNames, trackingUrl } from "#contract/carriers.ts";
import { confirmation } from "#contract/confirmations.ts";
import { deliveryLines } from "#contract/delivery.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount } from "#contract/numbers.ts";
import { hasReached, orderStates } from "#contract/order-states.ts";
import { paymentHolds } from "#contract/payment-holds.ts";
import { can } from "#contract/roles.ts";
import {
	checkoutPath,
	invoicePath,
	orderAgainPath,
	orderNumber,
	orderPath,
	ownOrdersPath,
	payOrderPath,
	refundPath,
} from "#contract/shop.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { findProduct } from "#worker/shop/catalogue/read.ts";
import { getUnsentMails } from "#worker/shop/mails/read.ts";
import { hasOpenRequest } from "#worker/shop/orders/cancellation.ts";
import { readTogether } from "#worker/shop/orders/checkout.ts";
import { listNotes } from "#worker/shop/orders/notes.ts";
import {
	copyPaymentLink,
	isPayableByLink,
	readLinkScope,
} from "#worker/shop/orders/payment-links.ts";
import { requireOrderRecord, totalCents } from "#worker/shop/orders/read.ts";
import { readTimeline } from "#worker/shop/orders/timeline.ts";
import { findIsBeingPaid, getPaymentOf } from "#worker/shop/payments/read.ts";
import type { Route } from "./+types/order.ts";
import { AskToCancel, CancellationRequest, RequestState } from "./cancellation.tsx";
import { Notes } from "./notes.tsx";
import { paymentDetails, UnsentEmail } from "./order-details.tsx";
import { BeingPaid, CancelOrder, DetailList, OrderedTool, PaidTogether } from "./order-parts.tsx";
import { Steps } from "./order-steps.tsx";
import { runOrderTask } from "./order-tasks.ts";
import { PaymentLink } from "./payment-link.tsx";
import { Shipment } from "./shipment.tsx";
import { Timeline } from "./timeline.tsx";

type Data = Route.ComponentProps["loaderData"];

function OrderAgain(props: Data) {
	const { order, tool } = props;
	if (!tool) return <p className="text-muted">We no longer sell this tool.</p>;
	if (tool.isSoldOut) {
		return <p className="text-muted">This tool is currently out of stock.</p>;
	}
	return (
		<RouterLinkButton
			to={orderAgainPath(order.productId, order.id)}
			variant={isOnItsWay(props) ? "plain" : "primary"}
		>
			Order again
		</RouterLinkButton>
	);
}

const isOnItsWay = ({ order }: Data) => order.state === "shipped" && order.trackingUrl !== null;

function Actions(props: Data) {
	const { order, isCustomer, carriers } = props;
	const isPaid = hasReached(order.state, "paid");
	return (
		<div className="flex flex-wrap items-center gap-3">
			{order.trackingUrl && (
				<AnchorButton
					href={order.trackingUrl}
					rel="noreferrer"
					variant={isCustomer && isOnItsWay(props) ? "primary" : "plain"}
				>
					Track shipment
				</AnchorButton>
			)}
			{isCustomer && order.state === "unpaid" && props.isBeingPaid && <BeingPaid />}
			{isCustomer && order.state === "unpaid" && !props.isBeingPaid && (
				<>
					<RouterLinkButton to={payOrderPath(order)} reloadDocument variant="primary">
						pay
					</RouterLinkButton>
					<CancelOrder order={order} size="md" action={ownOrdersPath} />
					{props.together && <PaidTogether {...props.together} />}
				</>
			)}
			{order.state === "shipped" && (isCustomer || carriers) && (
				<ConfirmButton
					label={isCustomer ? "I received it" : "Mark as received"}
					question={confirmation.deliver}
					fields={{ task: "deliver" }}
					variant="plain"
					size="md"
				>
					<p>
						{formatCount(order.quantity, "piece")} of {keepUnitsTogether(order.toolName)}
					</p>
				</ConfirmButton>
			)}
			{isCustomer && order.state !== "unpaid" && <OrderAgain {...props} />}
			{isCustomer && order.state !== "unpaid" && props.together && (
				<form method="post" action="/basket/again">
					<input type="hidden" name="checkout" value={props.together.checkoutId} />
					<Button type="submit">{`Order all ${props.together.count} tools again`}</Button>
				</form>
			)}
			{isPaid && <RouterLinkButton to={invoicePath(order.id)}>Invoice</RouterLinkButton>}
			{isCustomer && order.state === "paid" && <AskToCancel order={order} />}
			{props.isRefundable && <RouterLinkButton to={refundPath(order.id)}>Refund</RouterLinkButton>}
			{carriers && isPaid && (
				<RouterLinkButton to={`/dashbord/packing?${new URLSearchParams({ ids: order.id })}`}>
					Packing slip
				</RouterLinkButton>
			)}
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
	const canNote = can(requireAccount(shop), "orders:note");
	const canSendLink =
		isPayableByLink(order) && can(requireAccount(shop), "orders:place-for-customer");
	const [payment, product, isBeingPaid, unsentMails, timeline, notes, [together], linkScope] =
		await Promise.all([
			getPaymentOf(shop, { ...order, userId }),
			findProduct(shop, order.productId),
			order.state === "unpaid" && findIsBeingPaid(shop, order.id),
			getUnsentMails(shop, order),
			readTimeline(shop, { ...order, userId }),
			canNote ? listNotes(shop, order.id) : null,
			readTogether(shop, [order.checkoutId]),
			canSendLink ? readLinkScope(shop, order) : null,
		]);
	const canShip = can(requireAccount(shop), "orders:ship");
	return {
		order: { ...order, totalCents: totalCents(order), trackingUrl: trackingUrl(order) },
		isCustomer: userId === shop.account?.id,
		carriers: canShip ? carrierNames : null,
		payment,
		isBeingPaid,
		isRefundable:
			payment !== null &&
			payment.refundedCents < payment.receivedCents &&
			can(requireAccount(shop), "refunds:create"),
		canAnswerRequest: hasOpenRequest(order) && can(requireAccount(shop), "refunds:create"),
		linkScope,
		unsentMails,
		timeline,
		notes,
		together,
		tool: product && { img: product.img, isSoldOut: isOutOfStock(product) },
	};
}

export const action = formAction(async (shop, form, { context, params }: Route.ActionArgs) => {
	// The shop cannot show the link again, so no redirect may come between it and the page.
	if (form.get("task") === "copyLink") return { link: await copyPaymentLink(shop, params.orderid) };
	const message = await runOrderTask(shop, params.orderid, form);
	return redirectWithMessage(context, orderPath(params.orderid), message);
});

/** What an account that ships orders can do now with the shipment; null if nothing. */
function shipmentTaskOf({ order, payment }: Data): "ship" | "track" | null {
	if (order.shippedAt) return "track";
	return order.state === "paid" && !payment?.hold ? "ship" : null;
}

export default function Order({ loaderData, actionData: result }: Route.ComponentProps) {
	useLiveData();
	const actionData = result && "message" in result ? result : undefined;
	const link = result && "link" in result ? result.link : null;
	const { order, isCustomer, payment, unsentMails, tool, carriers, timeline, notes, together } =
		loaderData;
	const shipmentTask = shipmentTaskOf(loaderData);
	const isShipmentError = actionData?.values.task === shipmentTask;
	const isNoteError = actionData?.values.task === "note";
	const hold = payment?.hold ? paymentHolds[payment.hold] : null;
	const isShipped = hasReached(order.state, "shipped");
	const customerText =
		hold && order.state === "paid" ? hold.customerText : orderStates[order.state].customerText;
	const reason = order.cancelReason && cancelReasons[order.cancelReason];
	return (
		<Page
			title={`Order ${orderNumber(order.id)}`}
			lead={isCustomer && (reason?.customerText ?? customerText)}
			inDashboard
			back={
				isCustomer
					? { to: "/dashbord/myorders", label: "My Orders" }
					: { to: "/dashbord/manageAllorders", label: "Manage All Orders" }
			}
		>
			<Steps {...loaderData} />
			{hold && !isCustomer && order.state !== "refunded" && (
				<Alert tone="error">{isShipped ? hold.label : hold.message}</Alert>
			)}
			{actionData && !isShipmentError && !isNoteError && (
				<Alert tone="error">{actionData.message}</Alert>
			)}
			{isCustomer && order.state === "paid" && <RequestState order={order} />}
			{loaderData.canAnswerRequest && <CancellationRequest order={order} />}
			<Actions {...loaderData} />
			{loaderData.linkScope && (
				<PaymentLink link={link} email={order.email} scope={loaderData.linkScope} />
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
					key={shipmentTask}
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
							<Minute key="until" at={order.reservedUntil} />
						),
					],
					[
						"Ordered together",
						together && (
							<Link key="together" to={checkoutPath(together.checkoutId)} className="link">
								{formatCount(together.count, "order")}, {formatCents(together.totalCents)}
							</Link>
						),
					],
					["Canceled", !isCustomer && reason?.label],
					...(payment ? paymentDetails(payment, loaderData) : []),
					["Deliver to", [order.name, ...deliveryLines(order)].join("\n")],
					[isCustomer ? "Updates to" : "Email", <WrappableText key="email" text={order.email} />],
					["Unsent emails", unsentMails.map((mail) => <UnsentEmail key={mail.kind} mail={mail} />)],
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
