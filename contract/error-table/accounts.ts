import { error } from "./error.ts";

export const email_taken = error(
	400,
	"There is already an account with this email. Log in instead, or choose “forget Password?” there if you have no password.",
	"email",
);
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
export const invalid_credentials = error(401, "Wrong email or password");
export const second_factor_required = error(401, "Enter the code from your authenticator app");
export const sign_in_expired = error(
	401,
	"This sign-in has expired, or had too many wrong codes. Start again.",
);
export const admin_grant_forbidden = error(403, "failed to make an admin");
export const self_deletion = error(403, "You cannot delete your own account here");
export const own_role = error(403, "You cannot change your own role. Ask another admin.");
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
export const user_not_found = error(404, "This user does not exist, or was deleted");
export const session_not_found = error(404, "This session has already ended");
export const passkey_not_found = error(404, "This passkey has already been removed");
export const subscriber_not_found = error(404, "This address is not subscribed to the newsletter");
export const profile_not_found = error(404, "Failed to update user");
export const address_not_found = error(
	404,
	"This address was removed. Choose or enter another one.",
	"address",
);
export const address_changed = error(
	409,
	"This address has changed since you opened this page. Check it, then order again.",
	"address",
);
export const address_label_taken = error(409, "You already have an address named {label}", "label");
export const too_many_addresses = error(
	409,
	"You have {max} saved addresses. Remove one to save another.",
);
export const email_not_verified = error(
	409,
	"Verify your email under My profile first. Then we can send you this email.",
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
export const google_unavailable = error(
	503,
	"Google sign-in is not available right now. Use your email and password.",
);
export const second_factor_unavailable = error(
	503,
	"Codes cannot be checked right now. Use a recovery code, or ask an admin.",
);
