// Constants instead of an object, so that a page loads only the messages that it uses. messages.ts exports them as `payment`.
export const confirming =
	"Your payment went through and is being confirmed. You can leave this page: the order will show as paid.";
export const processing =
	"Your bank is processing the payment. This page will update when it's done.";
export const bankUndecided =
	"Your bank has not decided yet. You can leave this page: the order will show as paid once it has. You don't need to pay again.";
export const notCharged =
	"Nothing was charged, and your pieces stay reserved. Try again or use another payment method.";
export const stripeBlocked =
	"The card fields did not load. A content blocker or your network may be blocking js.stripe.com. Your order is saved: allow js.stripe.com or use another browser, then try again.";
export const chargedButNotPaid =
	"You were charged, but we could not mark this order as paid. Don't pay again: we'll refund the charge or contact you.";
export const orderChanged =
	"This payment was not made, because the order has changed. Check the order, then try again.";
export const done = "This order is paid.";
export const doneAll = "These orders are paid.";
export const refunded = "This order was canceled, and its payment has been refunded.";
export const allRefunded = "These orders were canceled, and their payment has been refunded.";
export const beingRefunded = "This order was canceled, and its payment is being refunded.";
export const allBeingRefunded = "These orders were canceled, and their payment is being refunded.";
export const allCanceled =
	"These orders were canceled. You have not been charged for them, or have been refunded.";
export const customerOnly = "Only the customer who placed this order can pay for it.";
export const needsScript =
	"Payment requires JavaScript. Your order is saved: turn on JavaScript and open this page again.";
