import { createHash } from "node:crypto";
import * as v from "valibot";
import { expect, test } from "vitest";
import { address, call, startSandbox } from "../testing/harness.ts";

startSandbox();
const authPath = "/google/o/oauth2/v2/auth";
const verifier = "v".repeat(43);
const tokens = v.object({ id_token: v.string(), access_token: v.string() });

async function request(changes: Record<string, string> = {}) {
	return new URLSearchParams({
		client_id: "shop",
		redirect_uri: `${address()}/auth/google/callback`,
		response_type: "code",
		scope: "openid email profile",
		state: "state-1",
		nonce: "nonce-1",
		code_challenge: createHash("sha256").update(verifier).digest("base64url"),
		code_challenge_method: "S256",
		...changes,
	});
}

async function choose(fields: Record<string, string>) {
	const body = await request(fields);
	const response = await call(authPath, { method: "POST", body, redirect: "manual" });
	expect(response.status).toBe(303);
	return new URL(response.headers.get("Location") ?? "");
}

async function exchange(code: string | null, changes: Record<string, string> = {}) {
	const body = new URLSearchParams({
		grant_type: "authorization_code",
		code: code ?? "",
		redirect_uri: `${address()}/auth/google/callback`,
		code_verifier: verifier,
		...changes,
	});
	const headers = { Authorization: `Basic ${btoa("shop:secret")}` };
	return call("/google/token", { method: "POST", body, headers });
}

test("the page shows the accounts and a way out", async () => {
	const page = await (await call(`${authPath}?${await request()}`)).text();
	expect(page).toContain("shopper@example.com");
	expect(page).toContain("Cancel");
	expect(page).not.toContain("<script");
});

test("choosing an account signs in, with a signed token", async () => {
	const url = await choose({ choice: "100000000000000000001" });
	expect(url.searchParams.get("state")).toBe("state-1");
	const response = await exchange(url.searchParams.get("code"));
	const { id_token, access_token } = v.parse(tokens, await response.json());
	const [head = "", payload = "", signature = ""] = id_token.split(".");
	const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
	expect(claims).toMatchObject({
		iss: "https://accounts.google.com",
		aud: "shop",
		nonce: "nonce-1",
		email: "shopper@example.com",
		email_verified: true,
		hd: "example.com",
	});
	const half = createHash("sha256").update(access_token).digest().subarray(0, 16);
	expect(claims.at_hash).toBe(half.toString("base64url"));
	const jwks: { keys: [JsonWebKey] } = await (await call("/google/certs")).json();
	const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
	const key = await crypto.subtle.importKey("jwk", jwks.keys[0], algorithm, false, ["verify"]);
	const signed = new TextEncoder().encode(`${head}.${payload}`);
	const mac = Buffer.from(signature, "base64url");
	expect(await crypto.subtle.verify(algorithm.name, key, mac, signed)).toBe(true);
	const headers = { Authorization: `Bearer ${access_token}` };
	const info = await call("/google/v1/userinfo", { headers });
	expect(await info.json()).toMatchObject({ sub: claims.sub, name: "Sam Shopper" });
});

test("a typed address is always the same account, verified or not", async () => {
	const email = `${crypto.randomUUID()}@example.com`;
	const typed = { choice: "other", name: "New Person", email };
	const claims = [];
	for (const fields of [typed, { ...typed, verified: "on" }]) {
		const response = await exchange((await choose(fields)).searchParams.get("code"));
		const { id_token } = v.parse(tokens, await response.json());
		claims.push(JSON.parse(Buffer.from(id_token.split(".")[1] ?? "", "base64url").toString()));
	}
	expect(claims).toMatchObject([
		{ email, email_verified: false, sub: claims[1].sub },
		{ email, email_verified: true },
	]);
});

test("one address may belong to several Google accounts, in and out of an organization", async () => {
	const email = `O'${crypto.randomUUID()}@My-Shop.com`;
	const typed = { choice: "other", name: "New Person", email, verified: "on" };
	const claims: { sub: string; hd?: string; email: string }[] = [];
	for (const fields of [typed, { ...typed, which: "2" }, { ...typed, hd: "my-shop.com" }]) {
		const response = await exchange((await choose(fields)).searchParams.get("code"));
		const { id_token } = v.parse(tokens, await response.json());
		claims.push(JSON.parse(Buffer.from(id_token.split(".")[1] ?? "", "base64url").toString()));
	}
	const [one, two, hosted] = claims;
	expect(one).toMatchObject({ email });
	expect(one).not.toHaveProperty("hd");
	expect(two?.sub).not.toBe(one?.sub);
	expect(hosted).toMatchObject({ sub: one?.sub, hd: "my-shop.com" });
});

test("the discovery document names the endpoints that answer here", async () => {
	const path = "/google/.well-known/openid-configuration";
	const named: Record<string, string> = await (await call(path)).json();
	expect(named.issuer).toBe("https://accounts.google.com");
	const at = (name: string) => new URL(named[name] ?? "").pathname.replace("/__sandbox", "");
	expect(at("authorization_endpoint")).toBe(authPath);
	expect((await call(at("jwks_uri"))).status).toBe(200);
	expect((await call(at("token_endpoint"), { method: "POST" })).status).toBe(401);
});

test("cancelling comes back with access_denied", async () => {
	const url = await choose({ choice: "cancel" });
	expect(url.searchParams.get("error")).toBe("access_denied");
	expect(url.searchParams.has("code")).toBe(false);
});

test("a code is valid once, for its verifier and its redirect URI", async () => {
	const code = async () =>
		(await choose({ choice: "100000000000000000002" })).searchParams.get("code");
	const used = await code();
	expect((await exchange(used)).status).toBe(200);
	expect(await (await exchange(used)).json()).toMatchObject({ error: "invalid_grant" });
	const wrong = { code_verifier: "w".repeat(43) };
	expect(await (await exchange(await code(), wrong)).json()).toMatchObject({
		error: "invalid_grant",
	});
	const elsewhere = { redirect_uri: "http://localhost/elsewhere" };
	expect(await (await exchange(await code(), elsewhere)).json()).toMatchObject({
		error: "redirect_uri_mismatch",
	});
});

test.each([
	{ redirect_uri: "https://elsewhere.example/callback" },
	{ code_challenge_method: "plain" },
	{ scope: "email" },
])("a request with %o is refused", async (changes) => {
	expect((await call(`${authPath}?${await request(changes)}`)).status).toBe(400);
});
