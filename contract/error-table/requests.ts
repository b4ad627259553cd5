import { error } from "./error.ts";

export const validation_failed = error(400, "Please check the fields marked below");
export const invalid_json = error(400, "The body must be a JSON object");
export const malformed_form = error(
	400,
	"This form could not be read. Reload the page and try again.",
);
export const invalid_signature = error(400, "The signature is invalid");
export const period_too_long = error(
	400,
	"Stripe has more transactions in this period than the shop reads. Choose a shorter period.",
);
export const unauthenticated = error(401, "No user is logged in");
export const forbidden = error(
	403,
	"This belongs to another account. Log in with that account to open it.",
);
export const admin_only = error(403, "its is procted for admin");
export const shopper_only = error(403, "its is procted for User");
export const cross_origin = error(403, "This request did not come from our own pages");
export const account_changed = error(
	403,
	"You are now signed in with another account. Reload this page to continue with it.",
);
export const confirmation_required = error(403, "Confirm that it is you to {action}.");
export const not_found = error(404, "Page not found");
export const message_not_found = error(404, "This message does not exist, or was deleted");
export const method_not_allowed = error(405, "This URL does not support that method");
export const conflict = error(409, "{reason}");
export const account_busy = error(
	409,
	"Your account is busy in another window. Try again in a minute.",
);
export const unpaid_orders_left = error(
	409,
	"Your account has many unpaid orders. Some of them are canceled now. Try again to cancel the others and delete your account.",
);
export const payload_too_large = error(413, "This request is too large");
export const unsupported_media_type = error(
	415,
	"This was not sent as a form. Use the form on our page, or send application/x-www-form-urlencoded or multipart/form-data.",
);
export const multipart_required = error(
	415,
	"The body must be multipart/form-data, with the file in the right field",
);
export const rate_limited = error(429, "Too many attempts. Wait a minute and try again.");
export const internal_error = error(
	500,
	"Something went wrong on our side. Try again in a minute.",
);
export const unavailable = error(
	503,
	"This part of the shop is not available right now. Try again in a minute.",
);
export const mail_undeliverable = error(
	409,
	"Your mail provider does not accept our email to {email}. Check that the address is right and its mailbox is not full, then try again.",
);
export const mail_unavailable = error(503, "The email could not be sent. Try again in a minute.");
