/** Who comes in and goes out, and who may not (OWASP ASVS 5.0, V16.3). */
type SecurityEvent =
	| "signed in"
	| "sign-in refused"
	| "signed out"
	| "reset link asked"
	| "verification link asked"
	| "email verified"
	| "password reset"
	| "admin made"
	| "user deleted"
	| "account deleted"
	| "deletion refused"
	| "page refused"
	| "request refused";

type Noted = {
	event: SecurityEvent;
	/** Id of the account that acts; null for an anonymous visitor. */
	user: string | null;
	/** A way to sign in, another account's id, the pattern of a page. */
	about?: string;
};

/** `request` is what the answer carries as `X-Request-Id`. */
type Source = { address: string; request: string };

/**
 * Writes one line of JSON, in which a line break is no new line. Accounts are logged by id: no email, no password and no
 * token is ever written.
 */
export function logSecurity({ address, request }: Source, { event, user, about }: Noted): void {
	const time = new Date().toISOString();
	console.log(JSON.stringify({ security: event, time, user, about, address, request }));
}
