const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Returns `length` random letters and digits. */
export function createRandomText(length: number): string {
	const bytes = crypto.getRandomValues(new Uint8Array(length));
	return Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join("");
}

/** `py` and `pyr` are charges and refunds of payment methods other than cards. */
type Prefix =
	| "pi"
	| "pm"
	| "ch"
	| "py"
	| "re"
	| "pyr"
	| "du"
	| "txn"
	| "issfr"
	| "evt"
	| "req"
	| "task";

/** Returns a new id in Stripe's format, such as `pi_3Qd…`. */
export function createId(prefix: Prefix): string {
	return `${prefix}_${createRandomText(24)}`;
}
