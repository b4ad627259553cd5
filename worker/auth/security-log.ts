/** Sign-ins, changes of accounts, and rejected requests (OWASP ASVS 5.0, V16.3). */
type SecurityEvent =
	| "signed in"
	| "sign-in rejected"
	| "signed out"
	| "reset link requested"
	| "verification link requested"
	| "email verified"
	| "password reset"
	| "admin role granted"
	| "user deleted"
	| "account deleted"
	| "deletion rejected"
	| "page denied"
	| "request rejected";

type SecurityEntry = {
	event: SecurityEvent;
	/** Id of the account that the event concerns; null if it is unknown. */
	user: string | null;
	/** The sign-in method, the id of another account, or the pattern of a page. */
	about?: string;
};

/** `request` is the id that the response has in `X-Request-Id`. */
type Source = { address: string; request: string };

/** Writes one line of JSON. It has the ids of accounts, but no email, password or token. */
export function logSecurity(
	{ address, request }: Source,
	{ event, user, about }: SecurityEntry,
): void {
	const time = new Date().toISOString();
	console.log(JSON.stringify({ security: event, time, user, about, address, request }));
}
