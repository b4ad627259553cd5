import * as v from "valibot";
import type { DocumentKind, Store } from "../store.ts";
import { createRandomText } from "../stripe/ids.ts";
import type { GoogleAccount } from "./accounts.ts";

const accountSchema = v.object({
	sub: v.string(),
	name: v.string(),
	email: v.string(),
	email_verified: v.boolean(),
	hd: v.optional(v.string()),
});

const grantSchema = v.object({
	client_id: v.string(),
	redirect_uri: v.string(),
	code_challenge: v.string(),
	nonce: v.nullable(v.string()),
	scope: v.string(),
	account: accountSchema,
	expiresAt: v.number(),
});

/** What the user allowed the shop to do. `expiresAt` is in ms since 1970. */
export type Grant = v.InferOutput<typeof grantSchema>;

const codes: DocumentKind<Grant> = { name: "google-code", schema: grantSchema };
const accessTokens: DocumentKind<{ account: GoogleAccount; expiresAt: number }> = {
	name: "google-access-token",
	schema: v.object({ account: accountSchema, expiresAt: v.number() }),
};
const codeLifetimeMs = 10 * 60 * 1000;

export const tokenLifetimeSeconds = 3600;

/** Creates an authorization code, which can be exchanged once within ten minutes (RFC 6749 §4.1.2). */
export function issueCode(store: Store, grant: Omit<Grant, "expiresAt">): string {
	const code = `4/0${createRandomText(60)}`;
	store.put(codes, code, { ...grant, expiresAt: Date.now() + codeLifetimeMs });
	return code;
}

/** Returns the grant of a code and invalidates the code. Returns null if the code is unknown, used or expired. */
export function redeemCode(store: Store, code: string): Grant | null {
	const grant = store.get(codes, code);
	store.remove(codes, code);
	return grant && grant.expiresAt > Date.now() ? grant : null;
}

/** Creates an access token for the userinfo endpoint. */
export function issueAccessToken(store: Store, account: GoogleAccount): string {
	const token = `ya29.${createRandomText(80)}`;
	store.put(accessTokens, token, { account, expiresAt: Date.now() + tokenLifetimeSeconds * 1000 });
	return token;
}

/** Returns the account of an access token, or null if the token is unknown or expired. */
export function findAccountByToken(store: Store, token: string): GoogleAccount | null {
	const stored = store.get(accessTokens, token);
	return stored && stored.expiresAt > Date.now() ? stored.account : null;
}
