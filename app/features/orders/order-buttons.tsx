import { AnchorButton, Button } from "#app/ui/button.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { RouterLinkButton } from "#app/ui/router-link-button.tsx";
import { refund_disputed } from "#contract/error-table/payments.ts";
import { confirmation } from "#contract/messages.ts";
import { formatPart } from "#contract/numbers.ts";
import { hasReached } from "#contract/order-states.ts";
import {
	invoicePath,
	orderAgainPath,
	ownOrdersPath,
	payOrderPath,
	refundPath,
} from "#contract/shop.ts";
import type { Route } from "./+types/order.ts";
import { RequestCancellationButton } from "./cancellation.tsx";
import { CancelOrderButton, CheckoutTotalNote, PaymentProcessingNote } from "./unpaid-order.tsx";

type Data = Route.ComponentProps["loaderData"];

function OrderAgain(props: Data) {
	const { order, tool } = props;
	if (!tool || tool.isSoldOut) {
		return (
			<p className="order-1 w-full text-muted print:hidden">
				{tool ? "This tool is currently out of stock." : "We no longer sell this tool."}
			</p>
		);
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

/** The labels "pay" and "Cencel" come from specification.md §2 "My orders". */
export function OrderButtons(props: Data) {
	const { order, isCustomer, carriers, checkout, payment } = props;
	const isPaid = hasReached(order.state, "paid");
	const isShipped = hasReached(order.state, "shipped");
	const isUnpaid = order.state === "unpaid";
	const canShip = carriers !== null;
	const isRefundDisputed = props.isRefundable && payment?.isDisputed;
	return (
		<div className="flex flex-wrap items-center gap-3 empty:hidden">
			{order.trackingUrl && (
				<AnchorButton
					href={order.trackingUrl}
					rel="noreferrer"
					variant={isCustomer && isOnItsWay(props) ? "primary" : "plain"}
				>
					Track shipment
				</AnchorButton>
			)}
			{isCustomer && isUnpaid && props.isPaymentInProgress && <PaymentProcessingNote />}
			{isCustomer && isUnpaid && !props.isPaymentInProgress && (
				<>
					<RouterLinkButton to={payOrderPath(order)} reloadDocument variant="primary">
						pay
					</RouterLinkButton>
					<CancelOrderButton order={order} size="md" action={ownOrdersPath} />
					{checkout && <CheckoutTotalNote {...checkout} />}
				</>
			)}
			{order.state === "shipped" && (isCustomer || canShip) && (
				<ConfirmButton
					label={isCustomer ? "I received it" : "Mark as received"}
					question={isCustomer ? confirmation.receive : confirmation.markReceived}
					fields={{ task: "deliver" }}
					variant="plain"
					size="md"
				>
					<p>
						{formatPart(payment?.shippedPieces ?? order.quantity, order.quantity)} ×{" "}
						{keepUnitsTogether(order.toolName)}
					</p>
				</ConfirmButton>
			)}
			{isCustomer && !isUnpaid && <OrderAgain {...props} />}
			{isCustomer && !isUnpaid && checkout && (
				<form method="post" action="/basket/again">
					<input type="hidden" name="checkout" value={checkout.checkoutId} />
					<Button type="submit">Order all tools again</Button>
				</form>
			)}
			{isPaid && <RouterLinkButton to={invoicePath(order.id)}>Invoice</RouterLinkButton>}
			{props.isCancelable && <RequestCancellationButton order={order} />}
			{!isRefundDisputed && (props.isRefundable || props.isRestockable) && (
				<RouterLinkButton to={refundPath(order.id)}>
					{props.isRefundable ? "Refund" : "Put back into stock"}
				</RouterLinkButton>
			)}
			{props.canCheckPayments && (
				<PostForm preventScrollReset>
					<Button type="submit" name="task" value="checkPayments">
						Check with Stripe
					</Button>
				</PostForm>
			)}
			{canShip && isPaid && order.state !== "refunded" && (isShipped || !payment?.hold) && (
				<RouterLinkButton to={`/dashbord/packing?${new URLSearchParams({ ids: order.id })}`}>
					Packing slip
				</RouterLinkButton>
			)}
			{isCustomer && isPaid && order.state !== "refunded" && (
				<RouterLinkButton
					to={`/dashbord/addreview?${new URLSearchParams({ tool: order.productId })}`}
				>
					Review this tool
				</RouterLinkButton>
			)}
			{isRefundDisputed && <p className="w-full text-muted">{refund_disputed.message}</p>}
		</div>
	);
}
