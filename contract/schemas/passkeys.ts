import * as v from "valibot";
import { textLength } from "../limits.ts";
import { invalid, requiredMessages } from "../messages.ts";
import { text } from "./fields.ts";

/** Allows more characters than any browser sends: an id has at most 1,023 bytes (WebAuthn Level 3). */
const bytes = v.pipe(
	v.string(invalid.passkey),
	v.regex(/^[\w-]+$/, invalid.passkey),
	v.maxLength(4_096, invalid.passkey),
);

/** `RegistrationResponseJSON` of WebAuthn Level 3: what `PublicKeyCredential.toJSON()` returns for a new passkey. */
const newPasskey = v.object(
	{
		id: bytes,
		type: v.literal("public-key", invalid.passkey),
		response: v.object(
			{
				clientDataJSON: bytes,
				authenticatorData: bytes,
				publicKey: bytes,
				publicKeyAlgorithm: v.number(invalid.passkey),
			},
			invalid.passkey,
		),
	},
	invalid.passkey,
);

/** `AuthenticationResponseJSON` of WebAuthn Level 3. */
const passkeyAssertion = v.object(
	{
		id: bytes,
		type: v.literal("public-key", invalid.passkey),
		response: v.object(
			{
				clientDataJSON: bytes,
				authenticatorData: bytes,
				signature: bytes,
				userHandle: v.optional(v.nullable(bytes)),
			},
			invalid.passkey,
		),
	},
	invalid.passkey,
);

const name = v.pipe(
	text(requiredMessages.passkeyName, textLength.passkeyName),
	v.transform((value) => value.replace(/\s+/g, " ")),
);

export const passkeyNameSchema = v.object({ name });

/** If `name` is omitted, the passkey is named after the device. */
export const newPasskeySchema = v.object({ passkey: newPasskey, name: v.optional(name) });
export const passkeyAssertionSchema = v.object({ passkey: passkeyAssertion });

const json = v.pipe(
	v.string(invalid.passkey),
	v.maxLength(20_000, invalid.passkey),
	v.parseJson(undefined, invalid.passkey),
);

/** A form sends the passkey as JSON in a text field. */
export const newPasskeyFormSchema = v.object({ passkey: v.pipe(json, newPasskey) });
export const passkeyAssertionFormSchema = v.object({ passkey: v.pipe(json, passkeyAssertion) });

export type NewPasskey = v.InferOutput<typeof newPasskey>;
export type PasskeyAssertion = v.InferOutput<typeof passkeyAssertion>;
