/**
 * Every error that a call can answer. The name is the `code` on the wire, for programs: it never changes. The message is
 * for people, may change, and takes its `{values}` from who throws it; those of specification.md §4, §5 and §8 keep their
 * spelling. `field` names the field of a form that an error is shown at. Constants instead of one object,
 * so that a page loads only those that it shows.
 */
export const validation_failed = {
	status: 400,
	message: "Please check the fields marked below",
} as const;
export const invalid_json = { status: 400, message: "The body must be a JSON object" } as const;
export const malformed_form = {
	status: 400,
	message: "This form could not be read. Reload the page and try again.",
} as const;
export const invalid_signature = { status: 400, message: "The signature is not right" } as const;
export const email_taken = {
	status: 400,
	field: "email",
	message: "There is already an account with this email. Log in instead.",
} as const;
export const wrong_password = {
	status: 400,
	field: "password",
	message: "That password is not right",
} as const;
export const reset_link_expired = {
	status: 400,
	field: "token",
	message: "This link has expired or was already used. Ask for a new one.",
} as const;
export const verification_link_expired = {
	status: 400,
	field: "token",
	message: "This link has expired, was already used, or is for another account.",
} as const;
export const below_minimum = {
	status: 400,
	field: "quantity",
	message: "please order more then {minimum} pice",
} as const;
export const insufficient_stock = {
	status: 400,
	field: "quantity",
	message: "{quantity} pices is not available",
} as const;
export const order_total_out_of_range = {
	status: 400,
	field: "quantity",
	message: "One order must cost from {min} to {max}. Change the quantity.",
} as const;
export const stock_below_zero = {
	status: 400,
	field: "quantity",
	message: "The stock does not match. Reload the page and try again.",
} as const;
export const product_unknown = {
	status: 400,
	field: "toolId",
	message: "This product is not in the shop",
} as const;
export const product_not_bought = {
	status: 400,
	field: "toolId",
	message: "Only customers who bought this tool can review it",
} as const;

export const unauthenticated = { status: 401, message: "No user is logged in" } as const;
export const invalid_credentials = {
	status: 401,
	message: "Email or password is not right",
} as const;

export const payment_required = { status: 402, message: "This order is not paid" } as const;

export const forbidden = { status: 403, message: "You are not allowed to do this" } as const;
export const admin_only = { status: 403, message: "its is procted for admin" } as const;
export const shopper_only = { status: 403, message: "its is procted for User" } as const;
export const admin_grant_forbidden = { status: 403, message: "failed to make an admin" } as const;
export const cross_origin = {
	status: 403,
	message: "This request did not come from our own pages",
} as const;
export const account_changed = {
	status: 403,
	message: "You are now signed in with another account. Reload this page to continue with it.",
} as const;
export const self_deletion = {
	status: 403,
	message: "You cannot delete your own account here",
} as const;
export const recent_sign_in_required = {
	status: 403,
	message: "Sign out, sign in with Google again, then delete within fifteen minutes.",
} as const;
export const stock_mismatch = {
	status: 403,
	message: "The stock does not match. Reload the page and try again.",
} as const;
export const google_cancelled = { status: 403, message: "Google sign-in was cancelled" } as const;
export const google_expired = {
	status: 403,
	message: "This Google sign-in has expired. Try again.",
} as const;
export const google_email_unverified = {
	status: 403,
	message: "Google has not verified this email. Log in or sign up with a password.",
} as const;
export const google_email_invalid = {
	status: 403,
	message: "Your Google account has an email that this shop cannot use. Sign up with another one.",
} as const;
export const google_password_required = {
	status: 403,
	message:
		"There is an account with this email. Choose a password for it with “forget Password?”, then continue with Google.",
} as const;
export const google_account_mismatch = {
	status: 403,
	message: "This email is linked to another Google account. Log in with your password.",
} as const;

export const not_found = { status: 404, message: "There is nothing here" } as const;
export const product_not_found = {
	status: 404,
	message: "This product is not in the shop",
} as const;
export const image_not_found = {
	status: 404,
	message: "This picture has already been removed",
} as const;
export const order_not_found = {
	status: 404,
	message: "This order does not exist, or was deleted",
} as const;
export const user_not_found = {
	status: 404,
	message: "This user does not exist, or was deleted",
} as const;
export const review_not_found = {
	status: 404,
	message: "This review does not exist, or was deleted",
} as const;
export const profile_not_found = { status: 404, message: "Failed to update user" } as const;

export const method_not_allowed = {
	status: 405,
	message: "This address does not support that method",
} as const;

export const conflict = { status: 409, message: "{reason}" } as const;
export const order_paid = {
	status: 409,
	message: "This order is paid, so it cannot be cancelled or deleted",
} as const;
export const payment_processing = {
	status: 409,
	message: "A payment for this order is being processed. Try again in a minute.",
} as const;
export const already_paid = { status: 409, message: "This order is already paid" } as const;
export const order_unpaid = { status: 409, message: "This order is not paid" } as const;
export const already_shipped = {
	status: 409,
	message: "This order has already been shipped",
} as const;
export const payment_disputed = {
	status: 409,
	message: "The payment is disputed. Answer the dispute in Stripe before you ship.",
} as const;
export const dispute_lost = {
	status: 409,
	message: "The payment was lost in a dispute. Do not ship.",
} as const;
export const payment_refunded = {
	status: 409,
	message: "The payment was refunded. Do not ship.",
} as const;
export const refund_pending = {
	status: 409,
	message: "The payment is being refunded. Do not ship.",
} as const;
export const payment_partly_refunded = {
	status: 409,
	message: "Part of the payment was refunded. Refund the rest in Stripe.",
} as const;
export const amount_not_accepted = {
	status: 409,
	message:
		"The card provider does not take a payment of this amount. Delete this order and choose another quantity.",
} as const;
export const amount_mismatch = {
	status: 409,
	message: "The amount does not match this order. Reload the page and try again.",
} as const;
export const order_ambiguous = {
	status: 409,
	message: "Name the order that this payment is for",
} as const;
export const price_changed = {
	status: 409,
	message: "The price is now {price} per piece. Confirm again if that suits you.",
} as const;
export const idempotency_key_reused = {
	status: 409,
	message: "This Idempotency-Key was used for another order",
} as const;
export const form_already_used = {
	status: 409,
	message:
		"You have already placed an order with this form: see My Orders. Confirm again to place another one.",
} as const;
export const too_many_unpaid_orders = {
	status: 409,
	message: "You have {max} unpaid orders. Pay or cancel some of them before you order more.",
} as const;
export const email_verification_required = {
	status: 409,
	message:
		"You have {max} unpaid orders. Verify your email under My profile, or pay or cancel an order, before you order more.",
} as const;
export const stock_changed = {
	status: 409,
	message:
		"Someone else changed {name} while you were typing: it now has {quantity} in stock. Check it before you save.",
} as const;
export const last_admin = { status: 409, message: "The last admin cannot be deleted" } as const;
export const account_busy = {
	status: 409,
	message: "Your account is busy in another window. Try again in a minute.",
} as const;

export const payload_too_large = { status: 413, message: "This request is too large" } as const;
export const image_too_large = { status: 413, message: "The image is larger than 5 MB" } as const;
export const image_too_many_pixels = {
	status: 413,
	message: "The image has too many pixels. Make it smaller, at most 10,000 × 10,000.",
} as const;

export const unsupported_media_type = {
	status: 415,
	message: "This form could not be read. Reload the page and try again.",
} as const;
export const multipart_required = {
	status: 415,
	message: "The body must be multipart/form-data with the picture in the field image",
} as const;
export const unsupported_image_type = {
	status: 415,
	message: "Only PNG, JPEG, WebP, AVIF or GIF images are accepted",
} as const;

export const rate_limited = {
	status: 429,
	message: "Too many attempts. Wait a minute and try again.",
} as const;
export const too_many_uploads = {
	status: 429,
	message: "You have uploaded too many images today. Try again tomorrow.",
} as const;
export const too_many_unverified_uploads = {
	status: 429,
	message:
		"You have uploaded too many images today. Verify your email under My profile to upload more, or try again tomorrow.",
} as const;

export const internal_error = {
	status: 500,
	message: "Something went wrong on our side. Try again in a minute.",
} as const;

export const unavailable = {
	status: 503,
	message: "This part of the shop is not available right now. Try again in a minute.",
} as const;
export const payment_unavailable = {
	status: 503,
	message: "Payment is not available right now. Your order is kept; try again in a minute.",
} as const;
export const google_unavailable = {
	status: 503,
	message: "Google sign-in is not available right now. Use your email and password.",
} as const;
export const mail_unavailable = {
	status: 503,
	message: "The email could not be sent. Try again in a minute.",
} as const;
export const product_not_added = { status: 503, message: "Failed to add the Product" } as const;
export const review_not_added = { status: 503, message: "Failed to add Review" } as const;
