import { afterEach, expect, test, vi } from "vitest";
import { openSealed, seal } from "./sealed.ts";

afterEach(() => vi.useRealTimers());

const value = { state: "s", from: "/tools?page=2" };

test("what is sealed comes back, for its purpose and until it ends", async () => {
	vi.useFakeTimers();
	const sealed = await seal("secret", "google", value, 1_000);
	expect(await openSealed("secret", "google", sealed)).toEqual(value);
	expect(await openSealed("secret", "link", sealed), "another purpose").toBeNull();
	expect(await openSealed("another secret", "google", sealed)).toBeNull();
	vi.advanceTimersByTime(1_000);
	expect(await openSealed("secret", "google", sealed), "too old").toBeNull();
});

test("nothing that was changed or made up is taken", async () => {
	const sealed = await seal("secret", "google", value, 1_000);
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
		expect(await openSealed("secret", "google", forged), forged).toBeNull();
	}
});
