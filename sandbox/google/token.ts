import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv } from "../env.ts";
import { getPictureUrl } from "./accounts.ts";
import { type Grant, issueAccessToken, redeemCode, tokenLifetimeSeconds } from "./grants.ts";
import { signIdToken } from "./id-token.ts";

const tokenRequestSchema = v.object({
	grant_type: v.literal("authorization_code"),
	code: v.string(),
	redirect_uri: v.string(),
	code_verifier: v.pipe(v.string(), v.regex(/^[\w.~-]{43,128}$/)),
});

/** Reads the client's id and secret from the Authorization header or the body (RFC 6749 §2.3.1). */
function readClient(header: string | undefined, body: Record<string, unknown>) {
	const basic = /^Basic (.+)$/.exec(header ?? "")?.[1];
	if (basic === undefined) return { id: body.client_id, secret: body.client_secret };
	const [id = "", ...secret] = Buffer.from(basic, "base64").toString().split(":");
	return { id, secret: secret.join(":") };
}

async function computeChallenge(verifier: string): Promise<string> {
	const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
	return Buffer.from(hash).toString("base64url");
}

/** Returns `at_hash`: the left half of the access token's hash (OpenID Connect Core §3.1.3.6). */
async function computeAtHash(accessToken: string): Promise<string> {
	const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(accessToken));
	return Buffer.from(hash).subarray(0, 16).toString("base64url");
}

function buildClaims(grant: Grant, at_hash: string) {
	const { name, ...otherClaims } = grant.account;
	const [given_name = name, ...familyNames] = name.split(" ");
	const now = Math.floor(Date.now() / 1000);
	return {
		iss: "https://accounts.google.com",
		azp: grant.client_id,
		aud: grant.client_id,
		at_hash,
		...otherClaims,
		name,
		given_name,
		family_name: familyNames.join(" "),
		picture: getPictureUrl(name),
		...(grant.nonce === null ? {} : { nonce: grant.nonce }),
		iat: now,
		exp: now + tokenLifetimeSeconds,
	};
}

/** The token endpoint: exchanges a code for an access token and an ID token. Its errors follow RFC 6749 §5.2, plus Google's `redirect_uri_mismatch`. */
export const token = new Hono<AppEnv>().post("/", async (c) => {
	const reject = (error: string, error_description: string, status: 400 | 401 = 400) =>
		c.json({ error, error_description }, status);
	const body = await c.req.parseBody();
	const client = readClient(c.req.header("Authorization"), body);
	if (!client.id || !client.secret) return reject("invalid_client", "Unauthorized", 401);
	const request = v.safeParse(tokenRequestSchema, body);
	if (!request.success) return reject("invalid_request", request.issues[0].message);
	const { code, redirect_uri, code_verifier } = request.output;
	const grant = redeemCode(c.env.store, code);
	if (!grant) return reject("invalid_grant", "Malformed auth code.");
	if (grant.client_id !== client.id) return reject("invalid_client", "Unauthorized", 401);
	if (grant.redirect_uri !== redirect_uri) return reject("redirect_uri_mismatch", "Bad Request");
	if ((await computeChallenge(code_verifier)) !== grant.code_challenge) {
		return reject("invalid_grant", "Invalid code verifier.");
	}
	const access_token = issueAccessToken(c.env.store, grant.account);
	const claims = buildClaims(grant, await computeAtHash(access_token));
	return c.json({
		access_token,
		expires_in: tokenLifetimeSeconds,
		scope: grant.scope,
		token_type: "Bearer",
		id_token: await signIdToken(c.env.store, claims),
	});
});
