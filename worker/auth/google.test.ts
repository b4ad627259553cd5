import { afterEach, expect, test, vi } from "vitest";
import { textLength } from "#contract/limits.ts";
import type { Env } from "#worker/env.ts";
import {
	finishGoogleSignIn,
	getSigningSecret,
	googleSignInCookie,
	isGoogleConfigured,
	readAttempt,
	startGoogleSignIn,
} from "./google.ts";

const origin = "https://shop.example";
afterEach(() => vi.unstubAllGlobals());

const createEnv = (secrets: Partial<Env>) => secrets as Env;
const SANDBOX = { fetch } as unknown as Fetcher;

test("without a sandbox, startGoogleSignIn throws google_unavailable unless both client id and secret are set", () => {
	for (const secrets of [{}, { GOOGLE_CLIENT_ID: "id" }, { GOOGLE_CLIENT_SECRET: "secret" }]) {
		expect(() => startGoogleSignIn(createEnv(secrets), origin, "/")).toThrow(
			expect.objectContaining({ code: "google_unavailable" }),
		);
	}
});

test("with a client id and secret, the sign-in starts at Google even if there is a sandbox", () => {
	const secrets = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret", SANDBOX };
	const { url, attempt } = startGoogleSignIn(createEnv(secrets), origin, "/");
	expect(url.origin + url.pathname).toBe("https://accounts.google.com/o/oauth2/v2/auth");
	expect(url.searchParams.get("redirect_uri")).toBe(`${origin}/auth/google/callback`);
	expect(url.searchParams.get("state")).toBe(attempt.state);
	expect(url.href).not.toContain("secret");
	expect(url.href).not.toContain(attempt.verifier);
});

const attempt = { state: "state", verifier: "verifier", nonce: "nonce", from: "/" };
const claims = {
	iss: "https://accounts.google.com",
	aud: "id",
	nonce: "nonce",
	exp: Math.floor(Date.now() / 1000) + 60,
	sub: "1",
	email: "ada@example.com",
	email_verified: true,
};

/** Replaces `fetch` with a mock of Google's token endpoint. */
function stubGoogle(response: Response) {
	const fetchMock = vi.fn<typeof fetch>(async () => response);
	vi.stubGlobal("fetch", fetchMock);
	return fetchMock;
}

const createTokenResponse = (claims: object) => {
	const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
	return Response.json({ id_token: `${encodePart({ alg: "RS256" })}.${encodePart(claims)}.c2ln` });
};

const finishSignIn = () => {
	const secrets = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
	return finishGoogleSignIn(createEnv(secrets), origin, attempt, "code");
};

test("reads the profile from a valid id_token for this client and attempt", async () => {
	stubGoogle(createTokenResponse(claims));
	expect(await finishSignIn()).toMatchObject({
		sub: "1",
		email: "ada@example.com",
		emailVerified: true,
	});
});

test.each([
	["another issuer", { iss: "https://accounts.google.com.evil.example" }],
	["another audience", { aud: "another client" }],
	["several audiences", { aud: ["id", "another client"] }],
	["another nonce", { nonce: "another" }],
	["no nonce", { nonce: undefined }],
	["a past expiry", { exp: Math.floor(Date.now() / 1000) - 1 }],
	["no expiry", { exp: undefined }],
	["no subject", { sub: "" }],
])("rejects an id_token with %s", async (_, change) => {
	stubGoogle(createTokenResponse({ ...claims, ...change }));
	expect(await finishSignIn()).toBeNull();
});

test.each([
	["ada@gmail.com", {}, true],
	["ada@googlemail.com", {}, true],
	["ada@my-shop.com", { hd: "my-shop.com" }, true],
	["ada@my-shop.com", {}, false],
	["ada@my-shop.com", { hd: "" }, false],
	["ada@notgmail.com", {}, false],
	["ada@gmail.com.my-shop.com", {}, false],
	["ada@gmail.com", { email_verified: false }, false],
	["ada@my-shop.com", { hd: "my-shop.com", email_verified: undefined }, false],
])("Google is authoritative for %s with %o: %s", async (email, change, isGoogleAuthoritative) => {
	stubGoogle(createTokenResponse({ ...claims, email, ...change }));
	expect(await finishSignIn()).toMatchObject({ email, isGoogleAuthoritative });
});

test.each([
	["Ada@Example.com", "ada@example.com"],
	["jo_o'brien@my-shop.com", "jo_o'brien@my-shop.com"],
	["m\u00fcller@example.com", null],
	["ada@localhost", null],
	["ada@example.com\r\nBcc: eve@example.com", null],
])("reads Google's email %j as %j", async (email, expected) => {
	stubGoogle(createTokenResponse({ ...claims, email }));
	expect(await finishSignIn()).toMatchObject({ sub: "1", email: expected });
});

test.each(["\u212aate@example.com", "ada@\u212ait.com"])(
	"a Kelvin sign (U+212A) in Google's email does not become a k: %#",
	async (email) => {
		stubGoogle(createTokenResponse({ ...claims, email }));
		expect(await finishSignIn()).toMatchObject({ sub: "1", email: null });
	},
);

test.each([
	["\u202eAda\u2066 L.\u0000", "Ada L."],
	["Ada\r\nLovelace", "Ada Lovelace"],
	["\u3164\u2800", ""],
	[`   ${"a".repeat(textLength.name)}`, "a".repeat(textLength.name)],
	[undefined, ""],
	[`${"a".repeat(textLength.name - 1)}\u{1f600}`, "a".repeat(textLength.name - 1)],
	[`${"a".repeat(textLength.name - 2)}\u{1f600}`, `${"a".repeat(textLength.name - 2)}\u{1f600}`],
])("normalizes Google's name %j like a name from a form", async (name, expected) => {
	stubGoogle(createTokenResponse({ ...claims, name }));
	expect(await finishSignIn()).toMatchObject({ name: expected });
});

test("does not follow a redirect from the token endpoint, which would send the secret elsewhere", async () => {
	const redirect = new Response(null, { status: 307, headers: { Location: "/elsewhere" } });
	const fetchMock = stubGoogle(redirect);
	expect(await finishSignIn()).toBeNull();
	expect(fetchMock).toHaveBeenCalledExactlyOnceWith(
		"https://oauth2.googleapis.com/token",
		expect.objectContaining({ redirect: "manual" }),
	);
});

test("exchanges the code with the attempt's verifier and the client's secret", async () => {
	const fetchMock = stubGoogle(createTokenResponse(claims));
	await finishSignIn();
	const [, init] = fetchMock.mock.calls[0] ?? [];
	expect(init?.method).toBe("POST");
	expect(Object.fromEntries(new URLSearchParams(String(init?.body)))).toEqual({
		grant_type: "authorization_code",
		code: "code",
		code_verifier: "verifier",
		client_id: "id",
		client_secret: "secret",
		redirect_uri: `${origin}/auth/google/callback`,
	});
});

test.each([400, 403, 404])("a code that Google rejects with %i signs no one in", async (status) => {
	stubGoogle(Response.json({ error: "invalid_grant" }, { status }));
	expect(await finishSignIn()).toBeNull();
});

const unavailable = { code: "google_unavailable" };

test.each([401, 500, 503])(
	"a %i from Google is logged and reported as google_unavailable",
	async (status) => {
		const log = vi.spyOn(console, "error").mockReturnValue(undefined);
		stubGoogle(new Response("why", { status }));
		await expect(finishSignIn()).rejects.toMatchObject(unavailable);
		expect(log).toHaveBeenCalledExactlyOnceWith("google", status, "why");
		log.mockRestore();
	},
);

test("an unreachable Google is reported as google_unavailable", async () => {
	const log = vi.spyOn(console, "error").mockReturnValue(undefined);
	stubGoogle(new Response()).mockRejectedValue(new Error("no response"));
	await expect(finishSignIn()).rejects.toMatchObject(unavailable);
	expect(log).toHaveBeenCalledOnce();
	log.mockRestore();
});

test("a sign-in attempt is accepted only with its own state and the secret that signed it", async () => {
	const env = createEnv({ GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" });
	const signed = await googleSignInCookie.sign(getSigningSecret(env), attempt);
	expect(await readAttempt(env, signed, "state")).toEqual(attempt);
	expect(await readAttempt(env, signed, "another")).toBeNull();
	expect(await readAttempt(env, signed, undefined)).toBeNull();
	expect(await readAttempt(env, undefined, undefined)).toBeNull();
	const otherEnv = createEnv({ GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "another" });
	expect(await readAttempt(otherEnv, signed, "state")).toBeNull();
});

test("a sign-in attempt is valid for ten minutes", async () => {
	vi.useFakeTimers({ now: 0, toFake: ["Date"] });
	const env = createEnv({ GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" });
	const signed = await googleSignInCookie.sign(getSigningSecret(env), attempt);
	vi.setSystemTime(10 * 60 * 1_000 - 1);
	expect(await readAttempt(env, signed, "state")).toEqual(attempt);
	vi.setSystemTime(10 * 60 * 1_000);
	expect(await readAttempt(env, signed, "state")).toBeNull();
	vi.useRealTimers();
});

test("Google is configured with a client id and secret, or with the sandbox", () => {
	expect(
		isGoogleConfigured(createEnv({ GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" })),
	).toBe(true);
	expect(isGoogleConfigured(createEnv({ SANDBOX }))).toBe(true);
	for (const secrets of [{}, { GOOGLE_CLIENT_ID: "id" }, { GOOGLE_CLIENT_SECRET: "secret" }]) {
		expect(isGoogleConfigured(createEnv(secrets))).toBe(false);
	}
});
