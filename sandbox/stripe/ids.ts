const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Makes `length` random letters and digits. */
export function randomText(length: number): string {
	const bytes = crypto.getRandomValues(new Uint8Array(length));
	return Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join("");
}

/** Makes an id in Stripe's form, such as `pi_3Qd…`. */
export function makeId(prefix: "pi" | "pm" | "ch" | "re" | "evt" | "req"): string {
	return `${prefix}_${randomText(24)}`;
}

/** Gives the time as Stripe writes it: whole seconds since 1970. */
export function unixNow(): number {
	return Math.floor(Date.now() / 1000);
}
