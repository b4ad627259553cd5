import * as v from "valibot";
import type { ErrorCode } from "../errors.ts";
import { roleNames } from "../roles.ts";
import {
	codeSchema,
	confirmIdentitySchema,
	confirmPasswordSchema,
	forgotSchema,
	loginSchema,
	profileSchema,
	resetSchema,
	signupSchema,
} from "../schemas/accounts.ts";
import { cursorSchema } from "../schemas/cursor.ts";
import { roleSchema } from "../schemas/roles.ts";
import { defineCall, deletedResponse, listNote } from "./call.ts";

export const accountResponse = v.object({
	account: v.nullable(
		v.object({ email: v.string(), name: v.string(), role: v.picklist(roleNames) }),
	),
});

const userResponse = v.object({
	_id: v.string(),
	email: v.string(),
	name: v.string(),
	role: v.picklist(roleNames),
	img: v.nullable(v.string()),
	phone: v.nullable(v.string()),
});

const sessionResponse = v.object({
	_id: v.string(),
	device: v.nullable(v.string()),
	country: v.nullable(v.string()),
	createdAt: v.string(),
	lastUsedAt: v.string(),
	expiresAt: v.string(),
	current: v.boolean(),
});

const resultResponse = v.object({ result: v.object({ modifiedCount: v.number() }) });

const recoveryCodesResponse = v.object({ recoveryCodes: v.array(v.string()) });

const reauthenticationErrors: ErrorCode[] = [
	"wrong_password",
	"recent_sign_in_required",
	"rate_limited",
];

const cookieNote = "Sets the session cookie.";

export const accountCalls = {
	signup: defineCall("POST", "/auth/signup", {
		summary: "Create an account and sign in",
		note: cookieNote,
		access: "anyone",
		body: signupSchema,
		response: accountResponse,
		errors: ["email_taken", "rate_limited"],
	}),
	login: defineCall("POST", "/auth/login", {
		summary: "Sign in",
		note: cookieNote,
		access: "anyone",
		body: loginSchema,
		response: accountResponse,
		errors: ["invalid_credentials", "second_factor_required", "rate_limited"],
	}),
	completeSignIn: defineCall("POST", "/auth/second-factor", {
		summary: "Complete a sign-in with a code",
		note: `\`code\` comes from the authenticator app, or is a recovery code. Requires the cookie that a sign-in set when it responded with \`second_factor_required\`. ${cookieNote}`,
		access: "anyone",
		body: codeSchema,
		response: accountResponse,
		errors: ["sign_in_expired", "second_factor_unavailable", "rate_limited"],
	}),
	confirmIdentity: defineCall("POST", "/auth/confirm", {
		summary: "Reauthenticate before a sensitive action",
		note: "Send a passkey, a code if the account has a second factor, or otherwise its password. For the next fifteen minutes, as after a sign-in, calls do not respond with `confirmation_required`.",
		access: "signedIn",
		body: confirmIdentitySchema,
		response: v.object({ confirmed: v.boolean() }),
		errors: [
			...reauthenticationErrors,
			"second_factor_unavailable",
			"passkey_rejected",
			"passkey_expired",
		],
	}),
	getSecondFactor: defineCall("GET", "/second-factor", {
		summary: "Whether two-factor authentication is on",
		access: "signedIn",
		response: v.object({ enabled: v.boolean(), recoveryCodesLeft: v.number() }),
	}),
	startSecondFactor: defineCall("POST", "/second-factor", {
		summary: "Set up an authenticator app",
		note: "It takes effect once a code confirms it, within an hour.",
		access: "account:second-factor",
		body: confirmPasswordSchema,
		response: v.object({ secret: v.string(), uri: v.string() }),
		errors: [...reauthenticationErrors, "second_factor_exists"],
	}),
	confirmSecondFactor: defineCall("POST", "/second-factor/confirm", {
		summary: "Turn on two-factor authentication with a first code",
		note: "The recovery codes are not shown again. Ends the account's other sessions.",
		access: "account:second-factor",
		body: codeSchema,
		response: recoveryCodesResponse,
		errors: ["second_factor_exists", "second_factor_missing", "rate_limited"],
	}),
	regenerateRecoveryCodes: defineCall("POST", "/second-factor/recovery-codes", {
		summary: "Get new recovery codes",
		note: "The old ones no longer work.",
		access: "signedIn",
		body: confirmPasswordSchema,
		response: recoveryCodesResponse,
		errors: [...reauthenticationErrors, "confirmation_required", "second_factor_missing"],
	}),
	removeSecondFactor: defineCall("POST", "/second-factor/remove", {
		summary: "Turn off two-factor authentication",
		access: "signedIn",
		body: confirmPasswordSchema,
		response: v.object({ enabled: v.boolean() }),
		errors: [...reauthenticationErrors, "confirmation_required"],
	}),
	resetSecondFactor: defineCall("DELETE", "/users/{email}/second-factor", {
		summary: "Turn off a user's two-factor authentication",
		note: "For a user who lost their device and recovery codes. Ends that user's sessions and emails them.",
		access: "users:manage",
		response: resultResponse,
		errors: ["user_not_found", "own_second_factor", "confirmation_required"],
	}),
	logout: defineCall("POST", "/auth/logout", {
		summary: "Sign out",
		note: "Ends the session and every bearer token created in it.",
		access: "anyone",
		response: accountResponse,
	}),
	forgotPassword: defineCall("POST", "/auth/forgot", {
		summary: "Email a password reset link",
		note: "The response is the same for known and unknown addresses.",
		access: "anyone",
		body: forgotSchema,
		response: v.object({ message: v.string() }),
		errors: ["rate_limited"],
	}),
	resetPassword: defineCall("POST", "/auth/reset", {
		summary: "Choose a new password",
		note: "The token from the email works once, for one hour. Ends every session of the account.",
		access: "anyone",
		body: resetSchema,
		response: v.object({ message: v.string() }),
		errors: ["reset_link_expired"],
	}),
	createToken: defineCall("PUT", "/user/{email}", {
		summary: "Get a bearer token",
		note: "Valid for one hour, but no longer than the session or bearer token that requested it. A session keeps its ten newest tokens.",
		access: "self",
		response: v.object({ token: v.string() }),
		errors: ["rate_limited"],
	}),
	checkAdmin: defineCall("GET", "/admin/{email}", {
		summary: "Whether an account is an admin",
		access: "self or users:manage",
		response: v.object({ admin: v.boolean() }),
	}),
	updateProfile: defineCall("PUT", "/userinfo/{email}", {
		summary: "Change the account's picture and phone number",
		access: "self",
		body: profileSchema,
		response: resultResponse,
		errors: ["profile_not_found"],
	}),
	listUsers: defineCall("GET", "/users", {
		summary: "All users, oldest first",
		note: listNote,
		access: "users:manage",
		query: cursorSchema,
		response: v.array(userResponse),
		hasETag: true,
	}),
	listSessions: defineCall("GET", "/sessions", {
		summary: "The account's sessions, newest first",
		note: "Only the newest hundred are kept. `lastUsedAt` can be up to an hour old. `country` (ISO 3166-1 alpha-2) is where the sign-in came from.",
		access: "signedIn",
		response: v.array(sessionResponse),
	}),
	endSession: defineCall("DELETE", "/sessions/{id}", {
		summary: "Sign out one device",
		note: "Ends the session and every bearer token created in it.",
		access: "signedIn",
		response: deletedResponse,
		errors: ["session_not_found"],
	}),
	endOtherSessions: defineCall("DELETE", "/sessions", {
		summary: "Sign out everywhere else",
		note: "Ends every session of the account except the current one.",
		access: "signedIn",
		response: deletedResponse,
	}),
	makeAdmin: defineCall("PUT", "/user/admin/{email}", {
		summary: "Make a user an admin",
		note: "Ends that user's sessions.",
		access: "users:manage",
		forbiddenError: "admin_grant_forbidden",
		response: resultResponse,
		errors: ["user_not_found"],
	}),
	setRole: defineCall("PUT", "/users/{email}/role", {
		summary: "Change a user's role",
		note: "`shopper` removes a staff role. Ends that user's sessions. Admins cannot change their own role.",
		access: "users:manage",
		body: roleSchema,
		response: resultResponse,
		errors: ["user_not_found", "own_role", "confirmation_required"],
	}),
	deleteUser: defineCall("DELETE", "/user/admin/{email}", {
		summary: "Delete a user",
		note: "Admins cannot delete their own account or the last admin. The user's orders are kept as business records.",
		access: "users:manage",
		response: deletedResponse,
		errors: ["user_not_found", "self_deletion", "last_admin"],
	}),
};
