import {
	CodeChallengeMethod,
	decodeIdToken,
	generateCodeVerifier,
	generateState,
	OAuth2Client,
} from "arctic";
import * as v from "valibot";
import { ShopError } from "#contract/errors.ts";
import { normalizeEmail, normalizeName } from "#contract/schemas/fields.ts";
import type { Env } from "#worker/env.ts";
import { logError } from "#worker/services/log-error.ts";
import { createSignedCookie } from "./signed-cookie.ts";

const attemptSchema = v.object({
	state: v.string(),
	verifier: v.string(),
	nonce: v.string(),
	/** The page to go to after the sign-in. */
	from: v.string(),
});

type GoogleSignInAttempt = v.InferOutput<typeof attemptSchema>;

/** Holds a sign-in attempt for at most ten minutes, until Google redirects back. */
export const googleSignInCookie = createSignedCookie("google attempt", attemptSchema, 10 * 60);

const googleDomains = /@(?:gmail|googlemail)\.com$/;

/** Without a client ID and secret, the local shop uses the sandbox. Production has no sandbox, so there this throws a 503. */
function getGoogleClient(env: Env, origin: string) {
	const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, SANDBOX: sandbox } = env;
	if (id && secret) {
		return {
			id,
			secret,
			authorizeUrl: "https://accounts.google.com/o/oauth2/v2/auth",
			tokenUrl: "https://oauth2.googleapis.com/token",
			fetch: (url: string, init: RequestInit) => fetch(url, init),
		};
	}
	if (!sandbox) throw new ShopError("google_unavailable");
	return {
		id: "sandbox.apps.googleusercontent.example",
		secret: "sandbox",
		authorizeUrl: `${origin}/__sandbox/google/o/oauth2/v2/auth`,
		tokenUrl: "http://sandbox/__sandbox/google/token",
		fetch: (url: string, init: RequestInit) => sandbox.fetch(url, init),
	};
}

type GoogleClient = ReturnType<typeof getGoogleClient>;

export const isGoogleConfigured = (env: Env): boolean =>
	Boolean(env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET) || env.SANDBOX !== undefined;

const getRedirectUri = (origin: string) => `${origin}/auth/google/callback`;

/** Starts a sign-in (RFC 9700, OpenID Connect Core §3.1). @throws ShopError 503 if Google is not configured */
export function startGoogleSignIn(env: Env, origin: string, from: string) {
	const { id, secret, authorizeUrl } = getGoogleClient(env, origin);
	const attempt = {
		state: generateState(),
		verifier: generateCodeVerifier(),
		nonce: generateState(),
		from,
	};
	const url = new OAuth2Client(id, secret, getRedirectUri(origin)).createAuthorizationURLWithPKCE(
		authorizeUrl,
		attempt.state,
		CodeChallengeMethod.S256,
		attempt.verifier,
		["openid", "email", "profile"],
	);
	url.searchParams.set("nonce", attempt.nonce);
	url.searchParams.set("prompt", "select_account");
	return { url, attempt };
}

/** Returns the client secret, which also signs the sign-in cookies. @throws ShopError 503 if Google is not configured */
export const getSigningSecret = (env: Env): string => getGoogleClient(env, "").secret;

/** Returns null if the cookie is forged, expired, or from an attempt with another state. @throws ShopError 503 if Google is not configured */
export async function readAttempt(env: Env, signed: string | undefined, state: string | undefined) {
	const attempt = await googleSignInCookie.verify(getSigningSecret(env), signed);
	return attempt?.state === state ? attempt : null;
}

/** The schema of the ID token's claims (OpenID Connect Core §3.1.3.7). The token comes from Google over TLS, so its signature need not be checked. */
const createClaimsSchema = ({ id }: GoogleClient, { nonce }: GoogleSignInAttempt) =>
	v.pipe(
		v.object({
			iss: v.picklist(["https://accounts.google.com", "accounts.google.com"]),
			aud: v.literal(id),
			nonce: v.literal(nonce),
			exp: v.pipe(v.number(), v.minValue(Date.now() / 1000)),
			sub: v.pipe(v.string(), v.nonEmpty()),
			email: v.pipe(v.string(), v.transform(normalizeEmail)),
			email_verified: v.optional(v.boolean(), false),
			hd: v.optional(v.string(), ""),
			name: v.optional(v.pipe(v.string(), v.transform(normalizeName)), ""),
		}),
		v.transform(({ sub, email, name, hd, email_verified: emailVerified }) => ({
			sub,
			email,
			name,
			/** Whether Google has ever verified the email. */
			emailVerified,
			/**
			 * Whether Google is authoritative for the email: only for Gmail and Workspace domains. An address of another domain may have
			 * a new owner by now (developers.google.com/identity/gsi/web/guides/verify-google-id-token).
			 */
			isGoogleAuthoritative: emailVerified && (hd !== "" || googleDomains.test(email ?? "")),
		})),
	);

/** `sub` is Google's ID for the account and never changes. `email` is null if the shop does not accept the address. */
export type GoogleProfile = v.InferOutput<ReturnType<typeof createClaimsSchema>>;

/** Replaces Arctic's own request, which always uses the global `fetch` and so cannot reach the sandbox's binding. */
async function exchangeCode(google: GoogleClient, body: Record<string, string>): Promise<Response> {
	const response = await google
		.fetch(google.tokenUrl, {
			method: "POST",
			headers: { Accept: "application/json" },
			body: new URLSearchParams({ ...body, client_id: google.id, client_secret: google.secret }),
			redirect: "manual",
			signal: AbortSignal.timeout(10_000),
		})
		.catch((error: unknown) => {
			logError("google", error);
			return null;
		});
	if (response && response.status < 500 && response.status !== 401) return response;
	if (response) logError("google", response.status, await response.text());
	throw new ShopError("google_unavailable");
}

/**
 * Returns null if Google rejects the code, for example because it has expired, or if a claim in the ID token is not valid for this attempt.
 * @throws ShopError 503 if Google is not configured or not reachable
 */
export async function finishGoogleSignIn(
	env: Env,
	origin: string,
	attempt: GoogleSignInAttempt,
	code: string,
): Promise<GoogleProfile | null> {
	const google = getGoogleClient(env, origin);
	const response = await exchangeCode(google, {
		grant_type: "authorization_code",
		code,
		redirect_uri: getRedirectUri(origin),
		code_verifier: attempt.verifier,
	});
	if (!response.ok) return null;
	const { id_token } = v.parse(v.object({ id_token: v.string() }), await response.json());
	const claims = v.safeParse(createClaimsSchema(google, attempt), decodeIdToken(id_token));
	return claims.success ? claims.output : null;
}
