const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Returns `length` random letters and digits. */
export function randomText(length: number): string {
	const bytes = crypto.getRandomValues(new Uint8Array(length));
	return Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join("");
}

/** Charges and refunds of other payment methods than cards begin with `py` and `pyr`. */
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
export function newId(prefix: Prefix): string {
	return `${prefix}_${randomText(24)}`;
}
