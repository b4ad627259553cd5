import * as v from "valibot";
import { afterEach, expect, test, vi } from "vitest";
import { sealedValue } from "./sealed.ts";

afterEach(() => vi.useRealTimers());

const value = { state: "s", from: "/tools?page=2" };
const schema = v.object({ state: v.string(), from: v.string() });
const google = sealedValue("google", schema, 1);

test("a sealed value is opened for its purpose until it expires", async () => {
	vi.useFakeTimers();
	const sealed = await google.seal("secret", value);
	expect(await google.open("secret", sealed)).toEqual(value);
	const [link, other] = [
		sealedValue("link", schema, 1),
		sealedValue("google", v.object({ sub: v.string() }), 1),
	];
	expect(await link.open("secret", sealed), "another purpose").toBeNull();
	expect(await other.open("secret", sealed), "another schema").toBeNull();
	expect(await google.open("another secret", sealed)).toBeNull();
	vi.advanceTimersByTime(1_000);
	expect(await google.open("secret", sealed), "too old").toBeNull();
});

test("an altered or forged value is refused", async () => {
	const sealed = await google.seal("secret", value);
	const [text = "", mac = ""] = sealed.split(".");
	const body = JSON.stringify({ purpose: "google", until: Date.now() + 60_000, value });
	const other = Buffer.from(body).toString("base64url");
	for (const forged of [
		undefined,
		"",
		".",
		text,
		`${text}.`,
		`${other}.${mac}`,
		`.${mac}`,
		other,
	]) {
		expect(await google.open("secret", forged), forged).toBeNull();
	}
});
