import * as v from "valibot";
import { passkeysMax } from "../limits.ts";
import {
	newPasskeySchema,
	passkeyAssertionSchema,
	passkeyNameSchema,
} from "../schemas/passkeys.ts";
import { accountResponse } from "./accounts.ts";
import { defineCall, deletedResponse, modifiedResponse } from "./call.ts";

const passkeyResponse = v.object({
	_id: v.string(),
	name: v.string(),
	synced: v.boolean(),
	createdAt: v.string(),
	lastUsedAt: v.nullable(v.string()),
});

const credential = v.object({ type: v.literal("public-key"), id: v.string() });

const creationOptions = v.object({
	rp: v.object({ id: v.string(), name: v.string() }),
	user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
	challenge: v.string(),
	pubKeyCredParams: v.array(v.object({ type: v.literal("public-key"), alg: v.number() })),
	timeout: v.number(),
	excludeCredentials: v.array(credential),
	authenticatorSelection: v.object({
		residentKey: v.literal("required"),
		requireResidentKey: v.boolean(),
		userVerification: v.literal("required"),
	}),
	attestation: v.literal("none"),
});

const requestOptions = v.object({
	challenge: v.string(),
	rpId: v.string(),
	timeout: v.number(),
	userVerification: v.literal("required"),
	allowCredentials: v.array(credential),
});

const confirmNote = "Requires a sign-in or reauthentication in the last fifteen minutes.";

export const passkeyCalls = {
	getPasskeyOptions: defineCall("POST", "/auth/passkey-options", {
		summary: "Get a challenge for a passkey",
		note: "Returns WebAuthn Level 3 `PublicKeyCredentialRequestOptionsJSON` to sign in or reauthenticate with. The challenge works once, within five minutes.",
		access: "anyone",
		response: requestOptions,
		errors: ["rate_limited"],
	}),
	signInWithPasskey: defineCall("POST", "/auth/passkey", {
		summary: "Sign in with a passkey",
		note: "`passkey` is a WebAuthn Level 3 `AuthenticationResponseJSON`. No second-factor code is required. Sets the session cookie.",
		access: "anyone",
		body: passkeyAssertionSchema,
		response: accountResponse,
		errors: ["passkey_rejected", "passkey_expired", "rate_limited"],
	}),
	listPasskeys: defineCall("GET", "/passkeys", {
		summary: "The account's passkeys, newest first",
		access: "signedIn",
		response: v.array(passkeyResponse),
	}),
	createRegistrationOptions: defineCall("POST", "/passkey-options", {
		summary: "Get a challenge for a new passkey",
		note: `Returns WebAuthn Level 3 \`PublicKeyCredentialCreationOptionsJSON\`. The challenge works once, within five minutes. At most ${passkeysMax} passkeys per account. ${confirmNote}`,
		access: "signedIn",
		response: creationOptions,
		errors: [
			"confirmation_required",
			"passkey_needs_verified_email",
			"too_many_passkeys",
			"rate_limited",
		],
	}),
	addPasskey: defineCall("POST", "/passkeys", {
		summary: "Add a passkey",
		note: `\`passkey\` is a WebAuthn Level 3 \`RegistrationResponseJSON\`. The account gets an email. ${confirmNote}`,
		access: "signedIn",
		body: newPasskeySchema,
		response: v.object({ added: v.boolean() }),
		errors: [
			"confirmation_required",
			"passkey_invalid",
			"passkey_expired",
			"passkey_exists",
			"passkey_needs_verified_email",
			"too_many_passkeys",
		],
	}),
	renamePasskey: defineCall("PUT", "/passkeys/{id}", {
		summary: "Rename a passkey",
		access: "signedIn",
		body: passkeyNameSchema,
		response: modifiedResponse,
		errors: ["passkey_not_found"],
	}),
	removePasskey: defineCall("DELETE", "/passkeys/{id}", {
		summary: "Remove a passkey",
		note: `Ends the account's other sessions. The account gets an email. ${confirmNote}`,
		access: "signedIn",
		response: deletedResponse,
		errors: ["confirmation_required", "passkey_not_found", "last_sign_in_method"],
	}),
};
