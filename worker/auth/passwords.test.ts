import { expect, test } from "vitest";
import { hashPassword, isHashOutdated, verifyPassword } from "./passwords.ts";

test.each([
	["scrypt$16384$8$5$salt$key", false],
	["scrypt$8192$8$5$salt$key", true],
	["scrypt$16384$4$5$salt$key", true],
	["scrypt$16384$8$1$salt$key", true],
])("%s has outdated parameters: %s", (stored, expected) => {
	expect(isHashOutdated(stored)).toBe(expected);
});

test("a password matches only its own hash, in any Unicode normalization", async () => {
	const stored = await hashPassword("caf\u00e9");
	expect(isHashOutdated(stored)).toBe(false);
	expect(await verifyPassword("cafe\u0301", stored)).toBe(true);
	expect(await verifyPassword("cafe", stored)).toBe(false);
	expect(await verifyPassword("caf\u00e9", null)).toBe(false);
	expect(await hashPassword("caf\u00e9"), "every hash has its own salt").not.toBe(stored);
});
