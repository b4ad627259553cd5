import * as v from "valibot";
import type { Kind, Store } from "../store.ts";

const jwk = v.looseObject({ kty: v.string(), n: v.string(), e: v.string() });
const keys: Kind<{ publicJwk: v.InferOutput<typeof jwk>; privateJwk: v.InferOutput<typeof jwk> }> =
	{
		name: "google-key",
		schema: v.object({ publicJwk: jwk, privateJwk: jwk }),
	};
const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
const keyId = "sandbox";

/** Signs claims as a JWT with RS256 (RFC 7519). */
export async function signIdToken(store: Store, claims: Record<string, unknown>): Promise<string> {
	const { privateJwk } = await requireKeys(store);
	const key = await crypto.subtle.importKey("jwk", privateJwk, algorithm, false, ["sign"]);
	const head = encode({ alg: "RS256", kid: keyId, typ: "JWT" });
	const signed = `${head}.${encode(claims)}`;
	const signature = await crypto.subtle.sign(algorithm.name, key, new TextEncoder().encode(signed));
	return `${signed}.${Buffer.from(signature).toString("base64url")}`;
}

/** Returns the public key to check them with (RFC 7517). */
export async function publicKeys(store: Store) {
	const { publicJwk } = await requireKeys(store);
	const { kty, n, e } = publicJwk;
	return { keys: [{ kty, n, e, alg: "RS256", use: "sig", kid: keyId }] };
}

async function requireKeys(store: Store) {
	const kept = store.get(keys, keyId);
	if (kept) return kept;
	const pair = await crypto.subtle.generateKey(
		{ ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
		true,
		["sign", "verify"],
	);
	if (!("privateKey" in pair)) throw new Error("RSA keys come in pairs.");
	const publicJwk = v.parse(jwk, await crypto.subtle.exportKey("jwk", pair.publicKey));
	const privateJwk = v.parse(jwk, await crypto.subtle.exportKey("jwk", pair.privateKey));
	// Two first requests may both have come here; the first to be written stays.
	return store.get(keys, keyId) ?? store.put(keys, keyId, { publicJwk, privateJwk });
}

function encode(value: unknown): string {
	return Buffer.from(JSON.stringify(value)).toString("base64url");
}
