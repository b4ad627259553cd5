import * as v from "valibot";
import { afterEach, expect, test, vi } from "vitest";
import { createSignedCookie } from "./signed-cookie.ts";

afterEach(() => vi.useRealTimers());

const value = { state: "s", from: "/tools?page=2" };
const schema = v.object({ state: v.string(), from: v.string() });
const googleCookie = createSignedCookie("google", schema, 1);

test("a signed value is valid only for its purpose, schema and secret, and until it expires", async () => {
	vi.useFakeTimers();
	const signed = await googleCookie.sign("secret", value);
	expect(await googleCookie.verify("secret", signed)).toEqual(value);
	const linkCookie = createSignedCookie("link", schema, 1);
	const otherSchemaCookie = createSignedCookie("google", v.object({ sub: v.string() }), 1);
	expect(await linkCookie.verify("secret", signed), "another purpose").toBeNull();
	expect(await otherSchemaCookie.verify("secret", signed), "another schema").toBeNull();
	expect(await googleCookie.verify("another secret", signed)).toBeNull();
	vi.advanceTimersByTime(1_000);
	expect(await googleCookie.verify("secret", signed), "expired").toBeNull();
});

test("rejects a changed or forged value", async () => {
	const signed = await googleCookie.sign("secret", value);
	const [text = "", mac = ""] = signed.split(".");
	const body = JSON.stringify({ purpose: "google", until: Date.now() + 60_000, value });
	const forgedText = Buffer.from(body).toString("base64url");
	for (const forged of [
		undefined,
		"",
		".",
		text,
		`${text}.`,
		`${forgedText}.${mac}`,
		`.${mac}`,
		forgedText,
	]) {
		expect(await googleCookie.verify("secret", forged), forged).toBeNull();
	}
});
