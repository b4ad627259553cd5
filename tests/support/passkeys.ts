import { createHash } from "node:crypto";
import type { NewPasskey, PasskeyAssertion } from "#contract/schemas/passkeys.ts";

type Algorithm = "ES256" | "EdDSA" | "RS256";

const coseAlgorithmIds = { ES256: -7, EdDSA: -8, RS256: -257 };

const keyParameters = {
	ES256: { name: "ECDSA", namedCurve: "P-256" },
	EdDSA: { name: "Ed25519" },
	RS256: {
		name: "RSASSA-PKCS1-v1_5",
		hash: "SHA-256",
		modulusLength: 2048,
		publicExponent: new Uint8Array([1, 0, 1]),
	},
};

const toBase64Url = (bytes: Uint8Array | ArrayBuffer) =>
	Buffer.from(new Uint8Array(bytes)).toString("base64url");

/** Encodes an unsigned 32-byte number as a DER integer: strips leading zeros, and adds one if the high bit is set. */
function encodeDerInteger(bytes: Uint8Array): Buffer {
	const start = bytes.findIndex((byte) => byte !== 0);
	const digits = bytes.subarray(start < 0 ? bytes.length - 1 : start);
	const number = (digits[0] ?? 0) > 127 ? Buffer.concat([Buffer.of(0), digits]) : digits;
	return Buffer.concat([Buffer.of(2, number.length), number]);
}

/** Converts a raw signature (r and s) from `crypto.subtle` to DER, the format that authenticators send. */
function encodeDerSignature(raw: Uint8Array): Buffer {
	const numbers = Buffer.concat([
		encodeDerInteger(raw.subarray(0, 32)),
		encodeDerInteger(raw.subarray(32)),
	]);
	return Buffer.concat([Buffer.of(0x30, numbers.length), numbers]);
}

type CeremonyOptions = {
	challenge: string;
	/** This and the fields below replace valid values, as an attacker or a broken authenticator would. */
	type?: string;
	origin?: string;
	crossOrigin?: boolean;
	rpId?: string;
	flags?: number;
	signCount?: number;
};

/** User present and verified, backup eligible and backed up. */
export const goodFlags = 0x01 | 0x04 | 0x08 | 0x10;
const attestedKeyFlag = 0x40;

/**
 * A software authenticator with one key pair.
 * @param origin - the shop's origin
 */
export async function createAuthenticator(origin: string, algorithm: Algorithm = "ES256") {
	const parameters = keyParameters[algorithm];
	const keys = await crypto.subtle.generateKey(parameters, true, ["sign", "verify"]);
	if (keys instanceof CryptoKey) throw new Error("Expected a key pair.");
	const { privateKey, publicKey } = keys;
	const idBytes = crypto.getRandomValues(new Uint8Array(20));
	const id = toBase64Url(idBytes);

	const createClientData = (options: CeremonyOptions, type: string) =>
		Buffer.from(
			JSON.stringify({
				type: options.type ?? type,
				challenge: options.challenge,
				origin: options.origin ?? origin,
				crossOrigin: options.crossOrigin ?? false,
			}),
		);

	function createAuthenticatorData(
		{ rpId, flags = goodFlags, signCount = 0 }: CeremonyOptions,
		extraFlags = 0,
	) {
		const count = Buffer.alloc(4);
		count.writeUInt32BE(signCount);
		const host = rpId ?? new URL(origin).hostname;
		const hash = createHash("sha256").update(host).digest();
		return Buffer.concat([hash, Buffer.of(flags | extraFlags), count]);
	}

	async function create(options: CeremonyOptions): Promise<NewPasskey> {
		const length = Buffer.alloc(2);
		length.writeUInt16BE(idBytes.length);
		const credentialData = Buffer.concat([Buffer.alloc(16), length, idBytes]);
		const data = Buffer.concat([createAuthenticatorData(options, attestedKeyFlag), credentialData]);
		return {
			id,
			type: "public-key",
			response: {
				clientDataJSON: toBase64Url(createClientData(options, "webauthn.create")),
				authenticatorData: toBase64Url(data),
				publicKey: toBase64Url(await crypto.subtle.exportKey("spki", publicKey)),
				publicKeyAlgorithm: coseAlgorithmIds[algorithm],
			},
		};
	}

	/** @param userId - the id of the account, which authenticators return as `userHandle` */
	async function sign(userId: string, options: CeremonyOptions): Promise<PasskeyAssertion> {
		const json = createClientData(options, "webauthn.get");
		const data = createAuthenticatorData(options);
		const signedData = Buffer.concat([data, createHash("sha256").update(json).digest()]);
		const scheme = algorithm === "ES256" ? { name: "ECDSA", hash: "SHA-256" } : parameters.name;
		const raw = new Uint8Array(await crypto.subtle.sign(scheme, privateKey, signedData));
		return {
			id,
			type: "public-key",
			response: {
				clientDataJSON: toBase64Url(json),
				authenticatorData: toBase64Url(data),
				signature: toBase64Url(algorithm === "ES256" ? encodeDerSignature(raw) : raw),
				userHandle: toBase64Url(Buffer.from(userId)),
			},
		};
	}

	return { id, create, sign };
}
