import type { NewPasskey, PasskeyAssertion } from "#contract/schemas/passkeys.ts";

/*
 * Verifies what a browser submits for a passkey, as WebAuthn Level 3 specifies in sections 7.1 and 7.2 (docs/decisions/passkeys.md). The
 * caller checks the challenge, the account and the counter against the database.
 */

type Algorithm = {
	import: SubtleCryptoImportKeyAlgorithm;
	verify: SubtleCryptoSignAlgorithm;
	/** Converts the signature to the format that `crypto.subtle` verifies. */
	convert: (signature: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> | null;
};

/** For a signature of any other length, workerd's `verify` throws. */
const ed25519SignatureBytes = 64;

/** Keyed by COSE algorithm number, in order of preference. */
const algorithms = new Map<number, Algorithm>([
	[
		-7,
		{
			import: { name: "ECDSA", namedCurve: "P-256" },
			verify: { name: "ECDSA", hash: "SHA-256" },
			convert: toRawEcdsaSignature,
		},
	],
	[
		-8,
		{
			import: { name: "Ed25519" },
			verify: { name: "Ed25519" },
			convert: (signature) => (signature.length === ed25519SignatureBytes ? signature : null),
		},
	],
	[
		-257,
		{
			import: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
			verify: { name: "RSASSA-PKCS1-v1_5" },
			convert: (signature) => signature,
		},
	],
]);

export const supportedAlgorithms = [...algorithms.keys()];

const ecdsaNumberBytes = 32;
const derInteger = 0x02;

/** Converts DER's `SEQUENCE { INTEGER r, INTEGER s }` to r and s, 32 bytes each. Returns null if it is malformed. */
function toRawEcdsaSignature(der: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
	if (der[0] !== 0x30 || der[1] !== der.length - 2) return null;
	const raw = new Uint8Array(2 * ecdsaNumberBytes);
	let start = 2;
	for (const end of [ecdsaNumberBytes, 2 * ecdsaNumberBytes]) {
		const length = der[start + 1] ?? 0;
		if (der[start] !== derInteger || length < 1 || length > ecdsaNumberBytes + 1) return null;
		const number = der.subarray(start + 2, start + 2 + length);
		// DER adds a zero byte before a number whose first bit is 1, because it would otherwise be negative.
		const digits = length > ecdsaNumberBytes ? number.subarray(1) : number;
		if (number.length < length || (digits !== number && number[0] !== 0)) return null;
		raw.set(digits, end - digits.length);
		start += 2 + length;
	}
	return start === der.length ? raw : null;
}

const decode = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
export const encodeBytes = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
	new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** The relying party id is the host: a passkey works only on the host for which it was created. */
export const getRelyingPartyId = (origin: string): string => new URL(origin).hostname;

type ClientData = { type: unknown; challenge: unknown; origin: unknown; crossOrigin?: unknown };

function parseClientData(text: string): ClientData | null {
	try {
		const data: unknown = JSON.parse(new TextDecoder().decode(decode(text)));
		const isComplete =
			data instanceof Object && "type" in data && "challenge" in data && "origin" in data;
		return isComplete ? data : null;
	} catch {
		return null;
	}
}

/** Returns the signed challenge; null unless a page of this shop requested it outside a cross-origin frame. */
function readChallenge(text: string, type: string, origin: string): string | null {
	const data = parseClientData(text);
	const isOurs = data?.type === type && data.origin === origin && data.crossOrigin !== true;
	return isOurs && typeof data.challenge === "string" ? data.challenge : null;
}

const flagBits = { present: 1, verified: 4, canSync: 8, synced: 16, hasKey: 64 };
const headerBytes = 37;

/** Returns null unless the authenticator answered for this host, with the user present and verified. */
async function readAuthenticatorData(text: string, origin: string) {
	const data = decode(text);
	if (data.length < headerBytes) return null;
	const host = await sha256(new TextEncoder().encode(getRelyingPartyId(origin)));
	const flags = data[32] ?? 0;
	const has = (bits: number) => (flags & bits) === bits;
	const [canSync, isSynced] = [has(flagBits.canSync), has(flagBits.synced)];
	const isOurs = host.every((byte, index) => byte === data[index]);
	if (!isOurs || !has(flagBits.present | flagBits.verified) || (isSynced && !canSync)) return null;
	const signCount = new DataView(data.buffer).getUint32(33);
	return { data, signCount, canSync, isSynced, hasKey: has(flagBits.hasKey) };
}

const aaguidBytes = 16;
const maxIdBytes = 1023;

/** Reads the credential id, which follows the AAGUID: two bytes for its length, then its bytes. */
function readCredentialId(data: Uint8Array<ArrayBuffer>): string | null {
	const start = headerBytes + aaguidBytes + 2;
	if (data.length < start) return null;
	const length = new DataView(data.buffer).getUint16(start - 2);
	if (length === 0 || length > maxIdBytes || data.length < start + length) return null;
	return encodeBytes(data.subarray(start, start + length));
}

const minRsaBits = 2048;

/**
 * @param publicKey - SubjectPublicKeyInfo in base64url
 * @returns null if the algorithm is not supported or the key does not match it
 */
async function importPublicKey(publicKey: string, algorithm: number) {
	const supported = algorithms.get(algorithm);
	if (!supported) return null;
	try {
		const bytes = decode(publicKey);
		const key = await crypto.subtle.importKey("spki", bytes, supported.import, false, ["verify"]);
		const bits = "modulusLength" in key.algorithm ? Number(key.algorithm.modulusLength) : null;
		return bits !== null && bits < minRsaBits ? null : key;
	} catch {
		return null;
	}
}

/**
 * Checks a new passkey. Uses the public key that the browser reports. Without an attestation, nothing in the response is signed, so a key
 * read from the authenticator data would be no more trustworthy.
 * @returns null if anything is wrong
 */
export async function checkNewPasskey({ id, response }: NewPasskey, origin: string) {
	const { publicKey, publicKeyAlgorithm: algorithm } = response;
	const challenge = readChallenge(response.clientDataJSON, "webauthn.create", origin);
	const authenticator = await readAuthenticatorData(response.authenticatorData, origin);
	if (!challenge || !authenticator?.hasKey || readCredentialId(authenticator.data) !== id)
		return null;
	if (!(await importPublicKey(publicKey, algorithm))) return null;
	const { signCount, canSync, isSynced } = authenticator;
	return { challenge, passkey: { id, publicKey, algorithm, signCount, canSync, isSynced } };
}

/**
 * Reads the signed data without verifying its signature.
 * @returns null if the data is for another page, host or operation, or without user verification
 */
export async function readAssertion({ response }: PasskeyAssertion, origin: string) {
	const challenge = readChallenge(response.clientDataJSON, "webauthn.get", origin);
	const authenticator = await readAuthenticatorData(response.authenticatorData, origin);
	return challenge && authenticator && { challenge, ...authenticator };
}

/** @param key - the stored public key */
export async function verifySignature(
	{ response }: PasskeyAssertion,
	key: { publicKey: string; algorithm: number },
): Promise<boolean> {
	const algorithm = algorithms.get(key.algorithm);
	const publicKey = await importPublicKey(key.publicKey, key.algorithm);
	const signature = algorithm?.convert(decode(response.signature));
	if (!algorithm || !publicKey || !signature) return false;
	const clientDataHash = await sha256(decode(response.clientDataJSON));
	const signedData = Buffer.concat([decode(response.authenticatorData), clientDataHash]);
	return crypto.subtle.verify(algorithm.verify, publicKey, signature, new Uint8Array(signedData));
}
