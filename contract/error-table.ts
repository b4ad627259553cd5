import { documentMaxBytes, formatFileSize, imageMaxBytes, importMaxBytes } from "./limits.ts";

/* @__NO_SIDE_EFFECTS__ */
const error = <Status extends number, Message extends string>(
	status: Status,
	message: Message,
	field?: string,
) => ({ status, message, field });

/**
 * The name of each error is the `code` in responses and must not change. Messages from specification.md §4, §5 and §8 must not change
 * either. `ShopError` fills in `{values}`. The errors are constants, not an object, so that a page loads only those that it uses.
 */
export const validation_failed = error(400, "Please check the fields marked below");
export const no_shipments = error(400, "Enter at least one order", "lines");
export const too_many_shipments = error(400, "Ship at most {max} orders at a time", "lines");
export const invalid_json = error(400, "The body must be a JSON object");
export const malformed_form = error(
	400,
	"This form could not be read. Reload the page and try again.",
);
export const invalid_signature = error(400, "The signature is invalid");
export const email_taken = error(
	400,
	"There is already an account with this email. Log in instead.",
	"email",
);
export const part_number_taken = error(
	409,
	"The part number {partNumber} belongs to {name}. Each tool needs its own.",
	"partNumber",
);
export const import_too_large = error(
	413,
	`The file must be ${formatFileSize(importMaxBytes)} or smaller. Split it into several files.`,
	"file",
);
export const import_not_found = error(404, "This import does not exist");
export const import_not_ready = error(409, "This import cannot be applied: {reason}");
export const wrong_password = error(400, "Wrong password", "password");
export const passkey_rejected = error(
	400,
	"This passkey was not accepted. Try again, or use another way to log in.",
);
export const passkey_expired = error(
	400,
	"This took longer than five minutes, or was sent twice. Try again.",
);
export const passkey_invalid = error(
	400,
	"The passkey could not be added. Try again, or use another device or password manager.",
);
export const reset_link_expired = error(
	400,
	"This link has expired or was already used. Request a new one.",
	"token",
);
export const subscription_link_expired = error(
	400,
	"This link has expired, or the subscription was canceled. Subscribe again.",
	"token",
);
export const verification_link_expired = error(
	400,
	"This link has expired, was already used, or is for another account.",
	"token",
);
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
export const period_too_long = error(
	400,
	"Stripe has more transactions in this period than the shop reads. Choose a shorter period.",
);
export const refund_too_large = error(400, "At most {amount} can still be refunded", "amount");
export const restock_too_many = error(
	400,
	"At most {pieces} pieces can be put back into stock",
	"pieces",
);
export const refund_too_many_pieces = error(
	400,
	"At most {pieces} pieces can still be refunded",
	"pieces",
);
export const stock_below_zero = error(
	400,
	"The stock does not match. Reload the page and try again.",
	"quantity",
);
export const product_unknown = error(400, "We do not sell this tool", "toolId");
export const product_not_bought = error(
	400,
	"Only customers who bought this tool can review it",
	"toolId",
);

export const unauthenticated = error(401, "No user is logged in");
export const invalid_credentials = error(401, "Wrong email or password");

export const second_factor_required = error(401, "Enter the code from your authenticator app");
export const sign_in_expired = error(
	401,
	"This sign-in has expired, or had too many wrong codes. Start again.",
);
export const payment_required = error(402, "This order is not paid");

export const forbidden = error(403, "This belongs to another account");
export const admin_only = error(403, "its is procted for admin");
export const shopper_only = error(403, "its is procted for User");
export const admin_grant_forbidden = error(403, "failed to make an admin");
export const cross_origin = error(403, "This request did not come from our own pages");
export const account_changed = error(
	403,
	"You are now signed in with another account. Reload this page to continue with it.",
);
export const self_deletion = error(403, "You cannot delete your own account here");
export const own_role = error(403, "You cannot change your own role. Ask another admin.");
export const confirmation_required = error(403, "Confirm that it is you to {act}.");
export const recent_sign_in_required = error(
	403,
	"Sign out, sign in with Google again, then repeat this within fifteen minutes.",
);
export const own_second_factor = error(
	403,
	"Turn off your own two-factor authentication under My profile",
);
export const second_factor_setup_required = error(
	403,
	"This shop requires two-factor authentication for its staff. Set it up under My profile first.",
);
export const stock_mismatch = error(
	403,
	"The stock does not match. Reload the page and try again.",
);
export const customer_is_staff = error(
	403,
	"This email belongs to a staff account, and staff cannot order",
	"email",
);
export const google_cancelled = error(403, "Google sign-in was canceled");
export const google_expired = error(403, "This Google sign-in has expired. Try again.");
export const google_email_unverified = error(
	403,
	"Google has not verified this email. Log in or sign up with a password.",
);
export const google_email_invalid = error(
	403,
	"Your Google account has an email that this shop cannot use. Sign up with another one.",
);
export const google_password_required = error(
	403,
	"There is an account with this email. Choose a password for it with “forget Password?”, then continue with Google.",
);
export const google_account_mismatch = error(
	403,
	"This email is linked to another Google account. Log in with your password.",
);

export const not_found = error(404, "Page not found");
export const product_not_found = error(404, "We do not sell this tool");
export const document_not_found = error(404, "This document has already been removed");
export const image_not_found = error(404, "This picture has already been removed");
export const checkout_not_found = error(404, "These orders do not exist");
export const order_not_found = error(404, "This order does not exist, or was deleted");
export const quote_not_found = error(404, "This quote does not exist");
export const payment_link_not_found = error(
	404,
	"This payment link does not work. Check that you copied all of it, or ask us for a new one.",
);
export const user_not_found = error(404, "This user does not exist, or was deleted");
export const session_not_found = error(404, "This session has already ended");
export const passkey_not_found = error(404, "This passkey has already been removed");
export const message_not_found = error(404, "This message does not exist, or was deleted");
export const subscriber_not_found = error(404, "This address is not subscribed to the newsletter");
export const review_not_found = error(404, "This review does not exist, or was deleted");
export const profile_not_found = error(404, "Failed to update user");

export const address_not_found = error(
	404,
	"This address was removed. Choose another one.",
	"address",
);

export const list_not_found = error(404, "This list was deleted, or is no longer shared.");

export const method_not_allowed = error(405, "This URL does not support that method");

export const conflict = error(409, "{reason}");
export const address_label_taken = error(409, "You already have an address named {label}", "label");
export const too_many_addresses = error(
	409,
	"You have {max} saved addresses. Remove one to save another.",
);
export const list_name_taken = error(409, "You already have a list named {name}", "name");
export const list_empty = error(409, "Your basket is empty, so there is nothing to save.");
export const too_many_lists = error(409, "You have {max} saved lists. Delete one to save another.");
export const basket_changed = error(
	409,
	"Your basket has changed since you opened this page. Check it, then confirm again.",
);
export const basket_full = error(
	409,
	"Your basket is full: it has {max} kinds of tool. Check out or remove some of them first.",
);
export const visitor_basket_full = error(
	409,
	"Your basket is full. Log in to put up to {max} kinds of tool into it.",
);
export const staff_basket = error(
	403,
	"Staff accounts cannot order, so they have no basket. Use a customer account to shop.",
);
export const order_paid = error(409, "This order is paid, so it cannot be canceled or deleted");
export const payment_processing = error(
	409,
	"A payment for this order is being processed. Try again in a minute.",
);
export const reservation_ended = error(
	409,
	"The pieces of this order are no longer reserved, so it cannot be paid. You have not been charged.",
);
export const already_paid = error(409, "This order is already paid");
export const order_unpaid = error(409, "This order is not paid");
export const order_not_ready = error(409, "This order is not ready for this step");
export const order_step_done = error(409, "This step of the order has already been done");
export const order_not_shipped = error(409, "This order has not been shipped");
export const already_shipped = error(409, "This order has already been shipped");
export const tracking_number_used = error(
	409,
	"Another customer's order, {order}, already has this tracking number. Check which one is right.",
	"trackingNumber",
);
export const payment_disputed = error(
	409,
	"The payment is disputed. Respond to the dispute in Stripe before you ship.",
);
export const dispute_lost = error(409, "The payment was lost in a dispute. Do not ship.");
export const payment_refunded = error(409, "The payment was refunded. Do not ship.");
export const refund_pending = error(409, "The payment is being refunded. Do not ship.");
export const payment_partly_refunded = error(
	409,
	"Part of the payment was refunded. Refund the rest in Stripe.",
);
export const cancellation_too_late = error(
	409,
	"This order can no longer be canceled: it was shipped or refunded",
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
export const refund_disputed = error(
	409,
	"The payment is disputed, so it cannot be refunded. Respond to the dispute in Stripe.",
);
export const refund_nothing_left = error(409, "Nothing is left to refund");
export const refund_order_changed = error(
	409,
	"This order has changed since you opened this page. Check it, then refund again.",
);
export const refund_key_reused = error(409, "This Idempotency-Key was used for another refund");
export const refund_rejected = error(409, "Stripe rejected the refund: {reason}");
export const amount_not_accepted = error(
	409,
	"The payment provider does not accept a payment of this amount. Delete this order and choose another quantity.",
);
export const checkout_changed = error(
	409,
	"One of these orders has been paid or canceled. Reload the page to pay for the others.",
);
export const amount_mismatch = error(
	409,
	"The amount does not match this order. Reload the page and try again.",
);
export const order_ambiguous = error(409, "Specify the order that this payment is for");
export const price_changed = error(
	409,
	"The price is now {price} per piece. Confirm again to order at this price.",
);
export const documents_changed = error(
	409,
	"Someone else changed the documents of this tool. Check their order again.",
);
export const changes_rejected = error(
	409,
	"Nothing was saved: check the marked changes, and save again.",
);
export const idempotency_key_reused = error(409, "This Idempotency-Key was used for another order");
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
export const tool_in_stock = error(409, "This tool is in stock: you can order it now.");
export const email_not_verified = error(
	409,
	"Verify your email under My profile first. Then we can send you this email.",
);
export const too_many_stock_waits = error(
	409,
	"You are waiting for {max} tools. Stop waiting for some of them first.",
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
export const stock_changed = error(
	409,
	"Someone else changed {name} while you were typing: it now has {quantity} in stock. Check it before you save.",
);
export const second_factor_exists = error(409, "Two-factor authentication is already on");
export const second_factor_missing = error(409, "Two-factor authentication is not set up");
export const passkey_exists = error(409, "This passkey has already been added");
export const too_many_passkeys = error(
	409,
	"An account can have {max} passkeys. Remove one before you add another.",
);
export const passkey_needs_verified_email = error(
	409,
	"Verify your email first: open the link that we sent you, or request another one under My profile.",
);
export const last_sign_in_method = error(
	409,
	"This passkey is the only way to log in to your account. Choose a password first, with “forget Password?” at login.",
);
export const last_admin = error(409, "The last admin cannot be deleted");
export const account_busy = error(
	409,
	"Your account is busy in another window. Try again in a minute.",
);

export const payload_too_large = error(413, "This request is too large");
export const image_too_large = error(
	413,
	`The image is larger than ${formatFileSize(imageMaxBytes)}`,
);
export const document_too_large = error(
	413,
	`The document is larger than ${formatFileSize(documentMaxBytes)}`,
	"document",
);
export const upload_too_large = error(
	413,
	`This upload is too large. Pictures can be up to ${formatFileSize(imageMaxBytes)}, documents up to ${formatFileSize(documentMaxBytes)}.`,
);
export const image_too_many_pixels = error(
	413,
	"The image has too many pixels. Make it smaller, at most 10,000 × 10,000.",
);

export const unsupported_media_type = error(
	415,
	"This form could not be read. Reload the page and try again.",
);
export const multipart_required = error(
	415,
	"The body must be multipart/form-data, with the file in the right field",
);
export const unsupported_image_type = error(
	415,
	"Only PNG, JPEG, WebP, AVIF or GIF images are accepted",
);

export const unsupported_document_type = error(415, "Only PDF files are accepted", "document");

export const rate_limited = error(429, "Too many attempts. Wait a minute and try again.");
export const too_many_payment_links = error(
	429,
	"This order and those placed with it have {max} payment links from the last 24 hours. Use one of them, or try again tomorrow.",
);
export const too_many_uploads = error(
	429,
	"You have uploaded too many files today. Try again tomorrow.",
);
export const too_many_unverified_uploads = error(
	429,
	"You have uploaded too many images today. Verify your email under My profile to upload more, or try again tomorrow.",
);

export const internal_error = error(
	500,
	"Something went wrong on our side. Try again in a minute.",
);

export const unavailable = error(
	503,
	"This part of the shop is not available right now. Try again in a minute.",
);
export const payment_unavailable = error(
	503,
	"Payment is not available right now. Your order is saved; try again in a minute.",
);
export const google_unavailable = error(
	503,
	"Google sign-in is not available right now. Use your email and password.",
);
export const mail_undeliverable = error(
	409,
	"Your mail provider does not accept our email to {email}. Check that the address is right and its mailbox is not full, then try again.",
);
export const second_factor_unavailable = error(
	503,
	"Codes cannot be checked right now. Use a recovery code, or ask an admin.",
);
export const mail_unavailable = error(503, "The email could not be sent. Try again in a minute.");
export const product_not_added = error(503, "Failed to add the Product");
export const review_not_added = error(503, "Failed to add Review");
