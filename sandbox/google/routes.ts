import { Hono } from "hono";
import type { AppEnv } from "../env.ts";
import { getPictureUrl } from "./accounts.ts";
import { authorize } from "./authorize.ts";
import { findAccountByToken } from "./grants.ts";
import { getPublicKeySet } from "./id-token.ts";
import { token } from "./token.ts";

/** Returns Google's provider metadata (OpenID Connect Discovery §3) with the URLs of this mock. */
const createDiscoveryDocument = (origin: string) => ({
	issuer: "https://accounts.google.com",
	authorization_endpoint: `${origin}/__sandbox/google/o/oauth2/v2/auth`,
	token_endpoint: `${origin}/__sandbox/google/token`,
	userinfo_endpoint: `${origin}/__sandbox/google/v1/userinfo`,
	jwks_uri: `${origin}/__sandbox/google/certs`,
	response_types_supported: ["code"],
	subject_types_supported: ["public"],
	id_token_signing_alg_values_supported: ["RS256"],
	scopes_supported: ["openid", "email", "profile"],
	token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"],
	code_challenge_methods_supported: ["S256"],
});

/** Serves Google's OpenID Connect endpoints, on the same paths as on Google's hosts. */
export const google = new Hono<AppEnv>()
	.route("/o/oauth2/v2/auth", authorize)
	.route("/token", token)
	.get("/.well-known/openid-configuration", (c) =>
		c.json(createDiscoveryDocument(new URL(c.req.url).origin)),
	)
	.get("/certs", async (c) => c.json(await getPublicKeySet(c.env.store)))
	.get("/v1/userinfo", (c) => {
		const header = c.req.header("Authorization") ?? "";
		const account = findAccountByToken(c.env.store, header.replace(/^Bearer\s+/i, ""));
		if (!account) return c.json({ error: "invalid_token" }, 401);
		return c.json({ ...account, picture: getPictureUrl(account.name) });
	});
