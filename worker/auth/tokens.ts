import { sha256 } from "oslo/crypto";
import { base32, encodeHex } from "oslo/encoding";

/** Returns 160 random bits as 32 lowercase letters and digits (docs/decisions/sessions.md). */
export const createToken = (): string =>
	base32
		.encode(crypto.getRandomValues(new Uint8Array(20)), { includePadding: false })
		.toLowerCase();

export const hashBytes = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
	encodeHex(await sha256(bytes));

/** The database stores only this hash of a token. */
export const hashToken = (token: string): Promise<string> =>
	hashBytes(new TextEncoder().encode(token));

/** Returns 96 random bits as 24 hex digits, like the `_id` of the contract. */
export const createId = (): string => encodeHex(crypto.getRandomValues(new Uint8Array(12)));
