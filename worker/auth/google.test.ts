import { expect, test } from "vitest";
import { failure } from "#contract/messages.ts";
import type { Env } from "#worker/env.ts";
import { startGoogle } from "./google.ts";

const origin = "https://shop.example";
const envOf = (secrets: Partial<Env>) => secrets as Env;

test("production without a Google client says so", () => {
	for (const secrets of [{}, { GOOGLE_CLIENT_ID: "id" }, { GOOGLE_CLIENT_SECRET: "secret" }]) {
		expect(() => startGoogle(envOf(secrets), origin)).toThrow(
			expect.objectContaining({ refusal: "unavailable", message: failure.googleUnavailable }),
		);
	}
});

test("with a client it is Google itself that is asked, sandbox or not", () => {
	const secrets = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
	const { url, attempt } = startGoogle(envOf(secrets), origin);
	expect(url.origin + url.pathname).toBe("https://accounts.google.com/o/oauth2/v2/auth");
	expect(url.searchParams.get("redirect_uri")).toBe(`${origin}/auth/google/callback`);
	expect(url.searchParams.get("state")).toBe(attempt.state);
	expect(url.href).not.toContain("secret");
	expect(url.href).not.toContain(attempt.verifier);
});
