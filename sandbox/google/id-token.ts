import * as v from "valibot";
import type { DocumentKind, Store } from "../store.ts";

const jwk = v.looseObject({ kty: v.string(), n: v.string(), e: v.string() });
const keys: DocumentKind<{
	publicJwk: v.InferOutput<typeof jwk>;
	privateJwk: v.InferOutput<typeof jwk>;
}> = {
	name: "google-key",
	schema: v.object({ publicJwk: jwk, privateJwk: jwk }),
};
const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
const keyId = "sandbox";

/** Signs claims as a JWT with RS256 (RFC 7519). */
export async function signIdToken(store: Store, claims: Record<string, unknown>): Promise<string> {
	const { privateJwk } = await getOrCreateKeys(store);
	const key = await crypto.subtle.importKey("jwk", privateJwk, algorithm, false, ["sign"]);
	const header = encode({ alg: "RS256", kid: keyId, typ: "JWT" });
	const signedData = `${header}.${encode(claims)}`;
	const signature = await crypto.subtle.sign(
		algorithm.name,
		key,
		new TextEncoder().encode(signedData),
	);
	return `${signedData}.${Buffer.from(signature).toString("base64url")}`;
}

/** Returns the JWK Set (RFC 7517) with the public key that verifies the ID tokens. */
export async function getPublicKeySet(store: Store) {
	const { publicJwk } = await getOrCreateKeys(store);
	const { kty, n, e } = publicJwk;
	return { keys: [{ kty, n, e, alg: "RS256", use: "sig", kid: keyId }] };
}

async function getOrCreateKeys(store: Store) {
	const stored = store.get(keys, keyId);
	if (stored) return stored;
	const pair = await crypto.subtle.generateKey(
		{ ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
		true,
		["sign", "verify"],
	);
	if (!("privateKey" in pair)) throw new Error("generateKey did not return a key pair.");
	const publicJwk = v.parse(jwk, await crypto.subtle.exportKey("jwk", pair.publicKey));
	const privateJwk = v.parse(jwk, await crypto.subtle.exportKey("jwk", pair.privateKey));
	// Uses the pair that a concurrent request may have stored during the awaits above.
	return store.get(keys, keyId) ?? store.put(keys, keyId, { publicJwk, privateJwk });
}

function encode(value: unknown): string {
	return Buffer.from(JSON.stringify(value)).toString("base64url");
}
