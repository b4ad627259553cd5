import { timingSafeEqual } from "node:crypto";
import { base32 } from "oslo/encoding";
import { generateHOTP } from "oslo/otp";
import { shopName } from "#contract/shop.ts";

/* Time-based one-time passwords (RFC 6238) as every authenticator app supports them: SHA-1, 6 digits, 30 seconds. */

const stepMs = 30_000;
const secretBytes = 20;

export const createSecret = (): string =>
	base32.encode(crypto.getRandomValues(new Uint8Array(secretBytes)), { includePadding: false });

/** Creates the text of the QR code (github.com/google/google-authenticator/wiki/Key-Uri-Format). */
export function createOtpauthUri(email: string, secret: string): string {
	const [issuer, account] = [encodeURIComponent(shopName), encodeURIComponent(email)];
	return `otpauth://totp/${issuer}:${account}?secret=${secret}&issuer=${issuer}`;
}

const isEqual = (left: string, right: string): boolean =>
	left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));

/**
 * Returns the time step of a code; null if the code is wrong. The app's clock can be one step off, which oslo's `TOTPController` does not
 * allow. To reject used codes, the caller must store the step and accept only later ones.
 */
export async function findStep(secret: string, code: string, now = Date.now()) {
	const key = base32.decode(secret, { strict: false });
	const current = Math.floor(now / stepMs);
	for (const step of [current, current - 1, current + 1]) {
		if (isEqual(code, await generateHOTP(key, step))) return step;
	}
	return null;
}
