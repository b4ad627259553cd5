import * as v from "valibot";

const algorithm = { name: "HMAC", hash: "SHA-256" };
const encoder = new TextEncoder();

const importKey = (secret: string) =>
	crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign", "verify"]);

const signedSchema = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({ purpose: v.string(), until: v.number(), value: v.unknown() }),
);

/** Signs and verifies the value of a cookie. Visitors can read the value, but cannot change it or use it for another purpose. */
export function createSignedCookie<Schema extends v.GenericSchema>(
	purpose: string,
	schema: Schema,
	lifetimeSeconds: number,
) {
	return {
		lifetimeSeconds,

		async sign(secret: string, value: v.InferInput<Schema>): Promise<string> {
			const until = Date.now() + lifetimeSeconds * 1000;
			const text = encoder.encode(JSON.stringify({ purpose, until, value }));
			const mac = await crypto.subtle.sign(algorithm.name, await importKey(secret), text);
			return [text, new Uint8Array(mac)]
				.map((bytes) => Buffer.from(bytes).toString("base64url"))
				.join(".");
		},

		/** Returns null if the cookie is forged, expired or for another purpose. */
		async verify(secret: string, cookie = ""): Promise<v.InferOutput<Schema> | null> {
			const [text = Buffer.alloc(0), mac = Buffer.alloc(0)] = cookie
				.split(".")
				.map((part) => Buffer.from(part, "base64url"));
			const key = await importKey(secret);
			if (!(await crypto.subtle.verify(algorithm.name, key, mac, text))) return null;
			const { success, output } = v.safeParse(signedSchema, text.toString());
			if (!success || output.purpose !== purpose || output.until <= Date.now()) return null;
			const value = v.safeParse(schema, output.value);
			return value.success ? value.output : null;
		},
	};
}
