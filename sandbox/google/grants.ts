import * as v from "valibot";
import type { Kind, Store } from "../store.ts";
import { randomText } from "../stripe/ids.ts";
import type { Person } from "./accounts.ts";

const person = v.object({
	sub: v.string(),
	name: v.string(),
	email: v.string(),
	email_verified: v.boolean(),
	hd: v.optional(v.string()),
});

const grant = v.object({
	client_id: v.string(),
	redirect_uri: v.string(),
	code_challenge: v.string(),
	nonce: v.nullable(v.string()),
	scope: v.string(),
	person,
	expiresAt: v.number(),
});

/** What a person agreed to; times are milliseconds since 1970. */
export type Grant = v.InferOutput<typeof grant>;

const codes: Kind<Grant> = { name: "google-code", schema: grant };
const accessTokens: Kind<{ person: Person; expiresAt: number }> = {
	name: "google-access-token",
	schema: v.object({ person, expiresAt: v.number() }),
};
const codeLifetimeMs = 10 * 60 * 1000;

/** Seconds that an access token is good for. */
export const tokenLifetime = 3600;

/** Makes a code that can be exchanged once within ten minutes (RFC 6749 §4.1.2). */
export function issueCode(store: Store, consent: Omit<Grant, "expiresAt">): string {
	const code = `4/0${randomText(60)}`;
	store.put(codes, code, { ...consent, expiresAt: Date.now() + codeLifetimeMs });
	return code;
}

/** Takes the grant of a code, which is void from then on; null when it is unknown, used or too old. */
export function takeGrant(store: Store, code: string): Grant | null {
	const found = store.get(codes, code);
	store.remove(codes, code);
	return found && found.expiresAt > Date.now() ? found : null;
}

/** Makes an access token for `v1/userinfo`. */
export function issueAccessToken(store: Store, person: Person): string {
	const token = `ya29.${randomText(80)}`;
	store.put(accessTokens, token, { person, expiresAt: Date.now() + tokenLifetime * 1000 });
	return token;
}

/** Returns whose access token it is, or null. */
export function personOf(store: Store, token: string): Person | null {
	const found = store.get(accessTokens, token);
	return found && found.expiresAt > Date.now() ? found.person : null;
}
