/** Sign-ins, changes of accounts, and rejected requests (OWASP ASVS 5.0, V16.3). */
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
	| "second factor reset"
	| "recovery codes renewed"
	| "user deleted"
	| "account deleted"
	| "re-authentication rejected"
	| "page denied"
	| "request rejected";

type SecurityEntry = {
	event: SecurityEvent;
	/** Id of the account, never its email; null if it is unknown. */
	user: string | null;
	/** The sign-in method, the id of another account, or the pattern of a page. */
	about?: string;
};

/** @param source the visitor's IP address, and the request id, which the response has in `X-Request-Id` */
export function logSecurity(
	source: { address: string; requestId: string },
	{ event, user, about }: SecurityEntry,
): void {
	const { address, requestId: request } = source;
	const time = new Date().toISOString();
	console.log(JSON.stringify({ security: event, time, user, about, address, request }));
}
