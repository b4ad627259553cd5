import * as v from "valibot";
import { passwordLength, textLength } from "../limits.ts";
import { invalid, requiredMessages, tooLong } from "../messages.ts";
import { email, image, name, newPassword, password, signupEmail, text } from "./fields.ts";
import { passkeyAssertionSchema } from "./passkeys.ts";

export const signupSchema = v.object({ name, email: signupEmail, password: newPassword });

export const loginSchema = v.object({ email, password });

/** A code from the authenticator app, or a recovery code. */
export const codeSchema = v.object({
	code: v.pipe(
		v.string(requiredMessages.code),
		v.trim(),
		v.nonEmpty(requiredMessages.code),
		v.maxLength(textLength.id, invalid.code),
	),
});

/** `password` is empty if the account has none. */
export const confirmPasswordSchema = v.object({
	password: v.optional(
		v.pipe(
			v.string(requiredMessages.password),
			v.maxLength(passwordLength.max, tooLong(passwordLength.max)),
		),
		"",
	),
});

/** One of the three proves the user's identity (worker/shop/accounts/confirm-identity.ts). */
export const confirmIdentitySchema = v.object({
	code: v.optional(codeSchema.entries.code),
	passkey: v.optional(passkeyAssertionSchema.entries.passkey),
	...confirmPasswordSchema.entries,
});

export const forgotSchema = v.object({ email });

const token = v.pipe(
	v.string(requiredMessages.token),
	v.nonEmpty(requiredMessages.token),
	v.maxLength(textLength.id, tooLong(textLength.id)),
);

export const resetSchema = v.object({ token, password: newPassword });

/** `keep`: the answer of an unverified email's owner to whether they created the account. */
export const resetFormSchema = v.object({
	...resetSchema.entries,
	keep: v.optional(v.picklist(["yes", "no"], requiredMessages.keepAccountChoice)),
});

export const linkGoogleSchema = v.object({ password });

export const verifyEmailSchema = v.object({ token });

export const profileSchema = v.object({
	img: image,
	phone: text("Contact number is Required", textLength.phone),
});

export type Signup = v.InferOutput<typeof signupSchema>;
export type Login = v.InferOutput<typeof loginSchema>;
export type Profile = v.InferOutput<typeof profileSchema>;
