import { afterEach, expect, test, vi } from "vitest";
import { textLength } from "#contract/limits.ts";
import type { Env } from "#worker/env.ts";
import {
	finishGoogle,
	googleAttempt,
	isGoogleConfigured,
	readAttempt,
	signingSecret,
	startGoogle,
} from "./google.ts";

const origin = "https://shop.example";
afterEach(() => vi.unstubAllGlobals());

const envOf = (secrets: Partial<Env>) => secrets as Env;

test("production without a Google client answers google_unavailable", () => {
	for (const secrets of [{}, { GOOGLE_CLIENT_ID: "id" }, { GOOGLE_CLIENT_SECRET: "secret" }]) {
		expect(() => startGoogle(envOf(secrets), origin, "/")).toThrow(
			expect.objectContaining({ code: "google_unavailable" }),
		);
	}
});

test("with a client id the real Google is used, even if there is a sandbox", () => {
	const secrets = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
	const { url, attempt } = startGoogle(envOf(secrets), origin, "/");
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

/** What Google's token endpoint answers. @returns how it was asked */
function stubGoogle(response: Response) {
	const asked = vi.fn<typeof fetch>(async () => response);
	vi.stubGlobal("fetch", asked);
	return asked;
}

const tokenOf = (claims: object) => {
	const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
	return Response.json({ id_token: `${part({ alg: "RS256" })}.${part(claims)}.c2ln` });
};

const finish = () => {
	const secrets = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
	return finishGoogle(envOf(secrets), origin, attempt, "code");
};

test("a valid id_token of Google, for this client and attempt, identifies a person", async () => {
	stubGoogle(tokenOf(claims));
	expect(await finish()).toMatchObject({ sub: "1", email: "ada@example.com", emailVerified: true });
});

test.each([
	["another issuer", { iss: "https://accounts.google.com.evil.example" }],
	["another audience", { aud: "another client" }],
	["several audiences", { aud: ["id", "another client"] }],
	["another attempt", { nonce: "another" }],
	["no attempt", { nonce: undefined }],
	["an hour ago", { exp: Math.floor(Date.now() / 1000) - 1 }],
	["no end", { exp: undefined }],
	["nobody", { sub: "" }],
])("an id_token of %s is refused", async (_, change) => {
	stubGoogle(tokenOf({ ...claims, ...change }));
	expect(await finish()).toBeNull();
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
])("Google is authoritative for %s with %o: %s", async (email, change, ownsEmail) => {
	stubGoogle(tokenOf({ ...claims, email, ...change }));
	expect(await finish()).toMatchObject({ email, ownsEmail });
});

test.each([
	["Ada@Example.com", "ada@example.com"],
	["jo_o'brien@my-shop.com", "jo_o'brien@my-shop.com"],
	["m\u00fcller@example.com", null],
	["ada@localhost", null],
	["ada@example.com\r\nBcc: eve@example.com", null],
])("an email %j of Google is taken as %j", async (email, taken) => {
	stubGoogle(tokenOf({ ...claims, email }));
	expect(await finish()).toMatchObject({ sub: "1", email: taken });
});

test.each(["\u212aate@example.com", "ada@\u212ait.com"])(
	"the Kelvin sign in an email of Google is not taken for a k: %#",
	async (email) => {
		stubGoogle(tokenOf({ ...claims, email }));
		expect(await finish()).toMatchObject({ sub: "1", email: null });
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
])("a name %j from Google is validated as a typed one", async (name, taken) => {
	stubGoogle(tokenOf({ ...claims, name }));
	expect(await finish()).toMatchObject({ name: taken });
});

test("a redirect of the token endpoint is not followed: the secret goes nowhere else", async () => {
	const asked = stubGoogle(new Response(null, { status: 307, headers: { Location: "/else" } }));
	expect(await finish()).toBeNull();
	expect(asked).toHaveBeenCalledExactlyOnceWith(
		"https://oauth2.googleapis.com/token",
		expect.objectContaining({ redirect: "manual" }),
	);
});

test("the code is exchanged with what the attempt has kept, and the client's secret", async () => {
	const asked = stubGoogle(tokenOf(claims));
	await finish();
	const [, init] = asked.mock.calls[0] ?? [];
	expect(init?.method).toBe("POST");
	expect(Object.fromEntries(new URLSearchParams(String(init?.body)))).toEqual({
		...{ grant_type: "authorization_code", code: "code", code_verifier: "verifier" },
		...{ client_id: "id", client_secret: "secret" },
		redirect_uri: `${origin}/auth/google/callback`,
	});
});

test.each([400, 403, 404])("a code that Google refuses with %i signs in nobody", async (status) => {
	stubGoogle(Response.json({ error: "invalid_grant" }, { status }));
	expect(await finish()).toBeNull();
});

const away = { code: "google_unavailable" };

test.each([401, 500, 503])(
	"a %i from Google is logged, and answered google_unavailable",
	async (status) => {
		const log = vi.spyOn(console, "error").mockReturnValue(undefined);
		stubGoogle(new Response("why", { status }));
		await expect(finish()).rejects.toMatchObject(away);
		expect(log).toHaveBeenCalledExactlyOnceWith("google", status, "why");
		log.mockRestore();
	},
);

test("when Google does not answer, the error is google_unavailable", async () => {
	const log = vi.spyOn(console, "error").mockReturnValue(undefined);
	stubGoogle(new Response()).mockRejectedValue(new Error("no answer"));
	await expect(finish()).rejects.toMatchObject(away);
	expect(log).toHaveBeenCalledOnce();
	log.mockRestore();
});

test("an attempt is opened by its own state alone, and with the secret it was signed with", async () => {
	const env = envOf({ GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" });
	const signed = await googleAttempt.sign(signingSecret(env), attempt);
	expect(await readAttempt(env, signed, "state")).toEqual(attempt);
	expect(await readAttempt(env, signed, "another")).toBeNull();
	expect(await readAttempt(env, signed, undefined)).toBeNull();
	expect(await readAttempt(env, undefined, undefined)).toBeNull();
	const other = envOf({ GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "other" });
	expect(await readAttempt(other, signed, "state")).toBeNull();
});

test("an attempt is valid for ten minutes", async () => {
	vi.useFakeTimers({ now: 0, toFake: ["Date"] });
	const env = envOf({ GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" });
	const signed = await googleAttempt.sign(signingSecret(env), attempt);
	vi.setSystemTime(10 * 60 * 1_000 - 1);
	expect(await readAttempt(env, signed, "state")).toEqual(attempt);
	vi.setSystemTime(10 * 60 * 1_000);
	expect(await readAttempt(env, signed, "state")).toBeNull();
	vi.useRealTimers();
});

test("there is Google with a whole client, or with the sandbox", () => {
	const SANDBOX = { fetch } as unknown as Fetcher;
	expect(
		isGoogleConfigured(envOf({ GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" })),
	).toBe(true);
	expect(isGoogleConfigured(envOf({ SANDBOX }))).toBe(true);
	for (const part of [{}, { GOOGLE_CLIENT_ID: "id" }, { GOOGLE_CLIENT_SECRET: "secret" }]) {
		expect(isGoogleConfigured(envOf(part))).toBe(false);
	}
});
