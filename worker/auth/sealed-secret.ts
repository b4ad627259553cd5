import { ShopError } from "#contract/errors.ts";
import type { Env } from "#worker/env.ts";

const sealedPrefix = "aes-gcm:";
const plainPrefix = "plain:";
const ivBytes = 12;
const encoder = new TextEncoder();

async function importKey(text: string) {
	const key = await crypto.subtle.digest("SHA-256", encoder.encode(text));
	return crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]);
}

const createParameters = (iv: Uint8Array<ArrayBuffer>, owner: string) => ({
	name: "AES-GCM",
	iv,
	additionalData: encoder.encode(owner),
});

function logUnavailable(error?: unknown): ShopError {
	console.error("second factor: SECOND_FACTOR_KEY is missing or has changed", error);
	return new ShopError("second_factor_unavailable");
}

/**
 * Encrypts a secret with `SECOND_FACTOR_KEY`. Only the local shop may run without that key; it stores the secret in plain text.
 * @param owner - the account ID; the secret can be decrypted only with the same ID
 * @throws ShopError 503 without a key
 */
export async function sealSecret(env: Env, secret: string, owner: string): Promise<string> {
	if (!env.SECOND_FACTOR_KEY) {
		if (env.SANDBOX) return plainPrefix + secret;
		throw logUnavailable();
	}
	const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
	const key = await importKey(env.SECOND_FACTOR_KEY);
	const encrypted = await crypto.subtle.encrypt(
		createParameters(iv, owner),
		key,
		encoder.encode(secret),
	);
	const bytes = Buffer.concat([iv, new Uint8Array(encrypted)]);
	return sealedPrefix + bytes.toString("base64url");
}

/** @throws ShopError 503 if the key is missing or has changed */
export async function openSecret(env: Env, sealed: string, owner: string): Promise<string> {
	if (sealed.startsWith(plainPrefix)) return sealed.slice(plainPrefix.length);
	try {
		const bytes = new Uint8Array(Buffer.from(sealed.slice(sealedPrefix.length), "base64url"));
		const key = await importKey(env.SECOND_FACTOR_KEY ?? "");
		const iv = bytes.slice(0, ivBytes);
		const secret = await crypto.subtle.decrypt(
			createParameters(iv, owner),
			key,
			bytes.slice(ivBytes),
		);
		return new TextDecoder().decode(secret);
	} catch (error) {
		throw logUnavailable(error);
	}
}
