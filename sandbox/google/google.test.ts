import { createHash } from "node:crypto";
import * as v from "valibot";
import { expect, test } from "vitest";
import { callSandbox, getShopOrigin, startSandbox } from "../testing/start-sandbox.ts";

startSandbox();
const authPath = "/google/o/oauth2/v2/auth";
const verifier = "v".repeat(43);
const tokensSchema = v.object({ id_token: v.string(), access_token: v.string() });

function createAuthorizationRequest(overrides: Record<string, string> = {}) {
	return new URLSearchParams({
		client_id: "shop",
		redirect_uri: `${getShopOrigin()}/auth/google/callback`,
		response_type: "code",
		scope: "openid email profile",
		state: "state-1",
		nonce: "nonce-1",
		code_challenge: createHash("sha256").update(verifier).digest("base64url"),
		code_challenge_method: "S256",
		...overrides,
	});
}

/** Submits the account chooser and returns the URL to which it redirects. */
async function chooseAccount(fields: Record<string, string>) {
	const body = createAuthorizationRequest(fields);
	const response = await callSandbox(authPath, { method: "POST", body, redirect: "manual" });
	expect(response.status).toBe(303);
	return new URL(response.headers.get("Location") ?? "");
}

async function exchangeCode(code: string | null, overrides: Record<string, string> = {}) {
	const body = new URLSearchParams({
		grant_type: "authorization_code",
		code: code ?? "",
		redirect_uri: `${getShopOrigin()}/auth/google/callback`,
		code_verifier: verifier,
		...overrides,
	});
	const headers = { Authorization: `Basic ${btoa("shop:secret")}` };
	return callSandbox("/google/token", { method: "POST", body, headers });
}

test("the account chooser works without JavaScript", async () => {
	const page = await (await callSandbox(`${authPath}?${createAuthorizationRequest()}`)).text();
	expect(page).toContain("shopper@example.com");
	expect(page).toContain("Cancel");
	expect(page).not.toContain("<script");
});

test("exchanges the code for the chosen account's signed ID token and access token", async () => {
	const url = await chooseAccount({ choice: "100000000000000000001" });
	expect(url.searchParams.get("state")).toBe("state-1");
	const response = await exchangeCode(url.searchParams.get("code"));
	const { id_token, access_token } = v.parse(tokensSchema, await response.json());
	const [header = "", payload = "", signature = ""] = id_token.split(".");
	const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
	expect(claims).toMatchObject({
		iss: "https://accounts.google.com",
		aud: "shop",
		nonce: "nonce-1",
		email: "shopper@example.com",
		email_verified: true,
		hd: "example.com",
	});
	const leftHalf = createHash("sha256").update(access_token).digest().subarray(0, 16);
	expect(claims.at_hash).toBe(leftHalf.toString("base64url"));
	const jwks: { keys: [JsonWebKey] } = await (await callSandbox("/google/certs")).json();
	const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
	const key = await crypto.subtle.importKey("jwk", jwks.keys[0], algorithm, false, ["verify"]);
	const signedData = new TextEncoder().encode(`${header}.${payload}`);
	const signatureBytes = Buffer.from(signature, "base64url");
	expect(await crypto.subtle.verify(algorithm.name, key, signatureBytes, signedData)).toBe(true);
	const headers = { Authorization: `Bearer ${access_token}` };
	const userinfo = await callSandbox("/google/v1/userinfo", { headers });
	expect(await userinfo.json()).toMatchObject({ sub: claims.sub, name: "Sam Shopper" });
});

test("an account with a typed-in address has the same sub whether or not the address is verified", async () => {
	const email = `${crypto.randomUUID()}@example.com`;
	const input = { choice: "other", name: "New Person", email };
	const claims = [];
	for (const fields of [input, { ...input, verified: "on" }]) {
		const response = await exchangeCode((await chooseAccount(fields)).searchParams.get("code"));
		const { id_token } = v.parse(tokensSchema, await response.json());
		claims.push(JSON.parse(Buffer.from(id_token.split(".")[1] ?? "", "base64url").toString()));
	}
	expect(claims).toMatchObject([
		{ email, email_verified: false, sub: claims[1].sub },
		{ email, email_verified: true },
	]);
});

test("one address can have several Google accounts, inside and outside an organization", async () => {
	const email = `O'${crypto.randomUUID()}@My-Shop.com`;
	const input = { choice: "other", name: "New Person", email, verified: "on" };
	const claims: { sub: string; hd?: string; email: string }[] = [];
	for (const fields of [input, { ...input, accountNumber: "2" }, { ...input, hd: "my-shop.com" }]) {
		const response = await exchangeCode((await chooseAccount(fields)).searchParams.get("code"));
		const { id_token } = v.parse(tokensSchema, await response.json());
		claims.push(JSON.parse(Buffer.from(id_token.split(".")[1] ?? "", "base64url").toString()));
	}
	const [first, second, inOrganization] = claims;
	expect(first).toMatchObject({ email });
	expect(first).not.toHaveProperty("hd");
	expect(second?.sub).not.toBe(first?.sub);
	expect(inOrganization).toMatchObject({ sub: first?.sub, hd: "my-shop.com" });
});

test("the discovery document lists this mock's endpoints", async () => {
	const path = "/google/.well-known/openid-configuration";
	const discovery: Record<string, string> = await (await callSandbox(path)).json();
	expect(discovery.issuer).toBe("https://accounts.google.com");
	const getPath = (name: string) =>
		new URL(discovery[name] ?? "").pathname.replace("/__sandbox", "");
	expect(getPath("authorization_endpoint")).toBe(authPath);
	expect((await callSandbox(getPath("jwks_uri"))).status).toBe(200);
	expect((await callSandbox(getPath("token_endpoint"), { method: "POST" })).status).toBe(401);
});

test("canceling redirects with access_denied", async () => {
	const url = await chooseAccount({ choice: "cancel" });
	expect(url.searchParams.get("error")).toBe("access_denied");
	expect(url.searchParams.has("code")).toBe(false);
});

test("a code works only once and only with its verifier and redirect URI", async () => {
	const requestCode = async () =>
		(await chooseAccount({ choice: "100000000000000000002" })).searchParams.get("code");
	const code = await requestCode();
	expect((await exchangeCode(code)).status).toBe(200);
	expect(await (await exchangeCode(code)).json()).toMatchObject({ error: "invalid_grant" });
	const wrongVerifier = { code_verifier: "w".repeat(43) };
	expect(await (await exchangeCode(await requestCode(), wrongVerifier)).json()).toMatchObject({
		error: "invalid_grant",
	});
	const wrongRedirectUri = { redirect_uri: "http://localhost/elsewhere" };
	expect(await (await exchangeCode(await requestCode(), wrongRedirectUri)).json()).toMatchObject({
		error: "redirect_uri_mismatch",
	});
});

test.each([
	{ redirect_uri: "https://elsewhere.example/callback" },
	{ code_challenge_method: "plain" },
	{ scope: "email" },
])("rejects an authorization request with %o", async (overrides) => {
	const response = await callSandbox(`${authPath}?${createAuthorizationRequest(overrides)}`);
	expect(response.status).toBe(400);
});
