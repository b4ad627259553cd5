import { ShopError } from "#contract/errors.ts";
import type { Env } from "#worker/env.ts";
import { logError } from "#worker/services/log-error.ts";

const sealedPrefix = "aes-gcm:";
const plainPrefix = "plain:";
const ivBytes = 12;
const encoder = new TextEncoder();

async function importKey(text: string) {
	const key = await crypto.subtle.digest("SHA-256", encoder.encode(text));
	return crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]);
}

const createParameters = (iv: Uint8Array<ArrayBuffer>, accountId: string) => ({
	name: "AES-GCM",
	iv,
	additionalData: encoder.encode(accountId),
});

/** Logs the reason, which the visitor must not see. */
function createUnavailableError(reason?: unknown): ShopError {
	logError("second factor: SECOND_FACTOR_KEY is missing or has changed", reason);
	return new ShopError("second_factor_unavailable");
}

/**
 * Encrypts a secret with `SECOND_FACTOR_KEY`. Without that key, the local shop stores the secret in plain text, and a deployed shop throws.
 * @param accountId - the secret can be decrypted only with the same ID
 * @throws ShopError 503 if a deployed shop has no key
 */
export async function sealSecret(env: Env, secret: string, accountId: string): Promise<string> {
	if (!env.SECOND_FACTOR_KEY) {
		if (env.SANDBOX) return plainPrefix + secret;
		throw createUnavailableError();
	}
	const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
	const key = await importKey(env.SECOND_FACTOR_KEY);
	const encrypted = await crypto.subtle.encrypt(
		createParameters(iv, accountId),
		key,
		encoder.encode(secret),
	);
	const bytes = Buffer.concat([iv, new Uint8Array(encrypted)]);
	return sealedPrefix + bytes.toString("base64url");
}

/** @throws ShopError 503 if the key is missing or has changed */
export async function openSecret(env: Env, sealed: string, accountId: string): Promise<string> {
	if (sealed.startsWith(plainPrefix)) return sealed.slice(plainPrefix.length);
	try {
		const bytes = new Uint8Array(Buffer.from(sealed.slice(sealedPrefix.length), "base64url"));
		const key = await importKey(env.SECOND_FACTOR_KEY ?? "");
		const iv = bytes.slice(0, ivBytes);
		const secret = await crypto.subtle.decrypt(
			createParameters(iv, accountId),
			key,
			bytes.slice(ivBytes),
		);
		return new TextDecoder().decode(secret);
	} catch (error) {
		throw createUnavailableError(error);
	}
}
