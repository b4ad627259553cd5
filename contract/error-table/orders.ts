import { error } from "./error.ts";

export const no_shipments = error(400, "Enter at least one order", "lines");
export const too_many_shipments = error(400, "Ship at most {max} orders at a time", "lines");
export const below_minimum = error(400, "please order more then {minimum} pice", "quantity");
export const insufficient_stock = error(400, "{quantity} pices is not available", "quantity");
export const not_whole_cartons = error(
	400,
	"Sold in cartons of {multiple} pieces. Order {nearest}.",
	"quantity",
);
export const order_total_out_of_range = error(
	400,
	"The order total must be between {min} and {max}. Change the quantity.",
	"quantity",
);
export const customer_is_staff = error(
	403,
	"This email belongs to a staff account, and staff cannot order",
	"email",
);
export const checkout_not_found = error(404, "These orders do not exist");
export const order_not_found = error(404, "This order does not exist, or was deleted");
export const quote_not_found = error(404, "This quote does not exist");
export const list_not_found = error(404, "This list was deleted, or is no longer shared");
export const list_name_taken = error(409, "You already have a list named {name}", "name");
export const list_empty = error(409, "Your basket is empty, so there is nothing to save.");
export const too_many_lists = error(409, "You have {max} saved lists. Delete one to save another.");
export const basket_changed = error(
	409,
	"Your basket has changed since you opened this page. Check it, then confirm again.",
);
export const basket_full = error(
	409,
	"Your basket is full: it has {max} tools. Check out or remove some of them first.",
);
export const visitor_basket_full = error(
	409,
	"This does not fit into a basket without an account, so nothing was added. Log in to add up to {max} tools.",
);
export const staff_basket = error(
	403,
	"Staff accounts cannot order, so they have no basket. Use a customer account to shop.",
);
export const order_paid = error(409, "This order is paid, so it cannot be canceled or deleted");
export const order_not_ready = error(409, "This order is not ready for this step");
export const order_step_done = error(409, "This step of the order has already been done");
export const order_not_shipped = error(409, "This order has not been shipped");
export const already_shipped = error(409, "This order has already been shipped");
export const tracking_number_used = error(
	409,
	"Another customer's order, {order}, already has this tracking number. Check which one is right.",
	"trackingNumber",
);
export const cancellation_too_late = error(
	409,
	"This order can no longer be canceled: it was shipped, or its payment was returned",
);
export const cancellation_requested = error(
	409,
	"The customer has asked to cancel this order. Answer the request first.",
);
export const cancellation_declined = error(
	409,
	"The shop has already answered this request: the order will be shipped",
);
export const cancellation_not_requested = error(
	409,
	"The customer has not asked to cancel this order",
);
export const price_changed = error(
	409,
	"The price is now {price} per piece. Confirm again to order at this price.",
);
export const idempotency_key_reused = error(
	409,
	"This Idempotency-Key was used for another request",
);
export const form_already_used = error(
	409,
	"You have already placed an order with this form: see My Orders. Confirm again to place another one.",
);
export const too_many_unpaid_orders = error(
	409,
	"You have {max} unpaid orders. Pay or cancel some of them before you order more.",
);
export const email_verification_required = error(
	409,
	"You have {max} unpaid orders. Verify your email under My profile, or pay or cancel an order, before you order more.",
);
export const customer_unverified = error(
	409,
	"This email is not verified, so somebody else may have created its account. Ask the customer to choose a new password with “forget Password?” at login, then order again.",
	"email",
);
export const customer_unpaid_limit = error(
	409,
	"This customer has too many unpaid orders. They have to be paid or canceled before you place more.",
);
export const unpaid_total_too_high = error(
	409,
	"With this order you would have {total} in unpaid orders; the maximum is {max}. Pay or cancel an order first, or order fewer pieces.",
);
export const too_many_unpaid_lines = error(
	409,
	"With these tools you would have {count} unpaid orders; the maximum is {max}. Pay or cancel some first, or verify your email under My profile if you have not.",
);
export const checkout_total_too_high = error(
	409,
	"These tools cost {total} together. One payment can be at most {max}: order some of them separately.",
);
export const lines_rejected = error(
	409,
	"Nothing was ordered, because some tools cannot be ordered as listed. The reason is given for each.",
);
export const quote_not_ready = error(409, "This quote has not been answered yet");
export const quote_accepted = error(409, "This quote has already been accepted");
export const quote_accepted_elsewhere = error(
	409,
	"This quote has already been accepted. Its orders go to: {location}",
);
export const quote_declined = error(
	409,
	"This quote was declined. Ask for a new one if you have changed your mind.",
);
export const quote_withdrawn = error(409, "This quote was withdrawn. Ask for a new one.");
export const quote_expired = error(409, "This quote is no longer valid. Ask for a new one.");
export const quote_changed = error(
	409,
	"This quote has changed since you opened it. Check it again.",
);
export const too_many_quotes = error(
	409,
	"You have {max} open requests, which is the maximum. Wait until we have answered one.",
);
