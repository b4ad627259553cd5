/** Sign-ins, account changes and rejected requests (OWASP ASVS 5.0, V16.3). */
type SecurityEvent =
	| "signed in"
	| "sign-in rejected"
	| "signed out"
	| "session ended"
	| "other sessions ended"
	| "reset link requested"
	| "verification link requested"
	| "email verified"
	| "password reset"
	| "admin role granted"
	| "role changed"
	| "passkey added"
	| "passkey removed"
	| "second factor added"
	| "second factor removed"
	/** By an admin, for another user. */
	| "second factor reset"
	| "recovery codes renewed"
	/** By an admin. */
	| "user deleted"
	/** By the user. */
	| "account deleted"
	| "re-authentication rejected"
	| "page denied"
	| "request rejected";

type SecurityEntry = {
	event: SecurityEvent;
	/** The ID of the account that made the request, or that it tried to sign in to or reset; never an email. Null if unknown. */
	user: string | null;
	/** The sign-in method, the affected account's ID, or the page's route pattern. */
	about?: string;
};

/** @param source - the visitor's IP address, and the request ID, which is also sent as the `X-Request-Id` header */
export function logSecurity(
	source: { address: string; requestId: string },
	{ event, user, about }: SecurityEntry,
): void {
	const { address, requestId: request } = source;
	const time = new Date().toISOString();
	console.log(JSON.stringify({ security: event, time, user, about, address, request }));
}
