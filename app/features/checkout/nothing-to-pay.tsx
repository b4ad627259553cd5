import { AnchorButton } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { cancelReasons } from "#contract/cancel-reasons.ts";
import { reservation_ended } from "#contract/error-table/payments.ts";
import { payment } from "#contract/messages.ts";
import { awaitsShipment, hasReached, orderStates } from "#contract/order-states.ts";
import type { LinkedOrders } from "#worker/shop/payments/pay-by-link.ts";
import { describeCanceled, describeRefund } from "./refunds.ts";

type Orders = LinkedOrders["orders"];

const isPaid = ({ state }: Orders[number]) => hasReached(state, "paid") && state !== "refunded";

export function getTitle({ orders, dueCents }: LinkedOrders): string {
	const isOne = orders.length === 1;
	const noun = isOne ? "order" : "orders";
	if (dueCents !== null) return `Pay for your ${noun}`;
	if (orders.some(isPaid)) return `Thank you for your ${noun}`;
	if (orders.some(({ state }) => state === "refunded")) return describeCanceled(orders);
	return isOne ? "This order can't be paid" : "These orders can't be paid";
}

function describePaidOrders(orders: Orders): string {
	const [only, second] = orders;
	if (only && !second) return orderStates[only.state].customerText;
	return orders.some(({ state }) => awaitsShipment(state))
		? "We're preparing your orders and will email you when they ship."
		: "Your orders have shipped.";
}

type Props = Pick<LinkedOrders, "orders" | "hasAccount">;

function Paid({ orders, hasAccount }: Props) {
	const [only, second] = orders;
	const paidOrders = orders.filter(isPaid);
	return (
		<>
			<Alert tone="success">
				<p>{paidOrders.length > 1 ? payment.doneAll : payment.done}</p>
			</Alert>
			<p>
				{describePaidOrders(paidOrders)} We have emailed the receipt to the address that you gave
				us.{" "}
				{hasAccount && (
					<>
						An account with this address lists {second ? "the orders" : "the order"}.{" "}
						<a href="/login" className="link">
							Log in
						</a>{" "}
						to see {second ? "them" : "it"}. If you have no password yet, choose one there with
						“forget Password?”.
					</>
				)}
			</p>
			{!second && only?.trackingUrl && (
				<div>
					<AnchorButton href={only.trackingUrl} rel="noreferrer" variant="primary">
						Track shipment
					</AnchorButton>
				</div>
			)}
		</>
	);
}

function describeReason(orders: Orders): string {
	const [only, second] = orders;
	if (orders.some(({ state }) => state === "unpaid")) {
		return second
			? "These orders can't be paid, because their pieces are no longer reserved. You have not been charged."
			: reservation_ended.message;
	}
	if (only && !second) {
		const reason = only.cancelReason && cancelReasons[only.cancelReason];
		return reason?.customerText ?? orderStates.cancelled.customerText;
	}
	return orders.every(({ cancelReason }) => cancelReason === "expired")
		? "These orders were not paid in time, so we canceled them. You have not been charged for them."
		: payment.allCanceled;
}

/** For orders that can no longer be paid, because they were paid or canceled, or their reservation has ended. */
export function NothingToPay({ orders, hasAccount }: Props) {
	if (orders.some(isPaid)) return <Paid orders={orders} hasAccount={hasAccount} />;
	if (orders.some(({ state }) => state === "refunded"))
		return <Alert>{describeRefund(orders)}</Alert>;
	return (
		<>
			<Alert tone="error">
				<p>{describeReason(orders)}</p>
			</Alert>
			<p>
				If you still need the tools, reply to our email or call us, and we'll place a new order for
				you.
			</p>
		</>
	);
}
