import * as v from "valibot";

const algorithm = { name: "HMAC", hash: "SHA-256" };
const encoder = new TextEncoder();

const keyOf = (secret: string) =>
	crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign", "verify"]);

const sealedSchema = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({ purpose: v.string(), until: v.number(), value: v.unknown() }),
);

/**
 * Signs a value that a visitor's browser keeps. It can be read, but not forged or changed without the secret.
 * @param purpose what it is for: a value sealed for another purpose is not accepted
 * @param lifeMs milliseconds until it expires
 * @returns text that a cookie can hold
 */
export async function seal(
	secret: string,
	purpose: string,
	value: unknown,
	lifeMs: number,
): Promise<string> {
	const text = JSON.stringify({ purpose, until: Date.now() + lifeMs, value });
	const mac = await crypto.subtle.sign(algorithm.name, await keyOf(secret), encoder.encode(text));
	return [encoder.encode(text), new Uint8Array(mac)]
		.map((bytes) => Buffer.from(bytes).toString("base64url"))
		.join(".");
}

/** @returns the value sealed with this secret for this purpose; null when it is forged, changed or expired */
export async function openSealed(
	secret: string,
	purpose: string,
	sealed: string | undefined,
): Promise<unknown> {
	const [text = Buffer.alloc(0), mac = Buffer.alloc(0)] = (sealed ?? "")
		.split(".")
		.map((part) => Buffer.from(part, "base64url"));
	const key = await keyOf(secret);
	if (!(await crypto.subtle.verify(algorithm.name, key, mac, text))) return null;
	const parsed = v.safeParse(sealedSchema, text.toString());
	if (!parsed.success || parsed.output.purpose !== purpose) return null;
	return parsed.output.until > Date.now() ? parsed.output.value : null;
}
