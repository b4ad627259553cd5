import { expect, test } from "vitest";
import type { Env } from "#worker/env.ts";
import { openSecret, sealSecret } from "./sealed-secret.ts";

const createEnv = (key?: string) => ({ SECOND_FACTOR_KEY: key }) as Env;
const [env, otherKey, noKey] = [createEnv("a".repeat(32)), createEnv("b".repeat(32)), createEnv()];
const unavailable = { code: "second_factor_unavailable", status: 503 };

test("a sealed secret is encrypted and opens only with the same key and owner", async () => {
	const sealed = await sealSecret(env, "GEZDGNBV", "ada");
	expect(sealed).toMatch(/^aes-gcm:/);
	expect(sealed).not.toContain("GEZDGNBV");
	expect(await sealSecret(env, "GEZDGNBV", "ada"), "sealing again uses a new nonce").not.toBe(
		sealed,
	);
	expect(await openSecret(env, sealed, "ada")).toBe("GEZDGNBV");
	await expect(openSecret(env, sealed, "bob")).rejects.toMatchObject(unavailable);
	await expect(openSecret(otherKey, sealed, "ada")).rejects.toMatchObject(unavailable);
	await expect(openSecret(noKey, sealed, "ada")).rejects.toMatchObject(unavailable);
	const tampered = `${sealed.slice(0, -1)}${sealed.endsWith("A") ? "B" : "A"}`;
	await expect(openSecret(env, `${tampered}AAAA`, "ada")).rejects.toMatchObject(unavailable);
});

test("only the local shop stores a secret without a key, as plain text that stays readable once a key is set", async () => {
	await expect(sealSecret(noKey, "GEZDGNBV", "ada")).rejects.toMatchObject(unavailable);
	const stored = await sealSecret({ ...noKey, SANDBOX: {} as Fetcher }, "GEZDGNBV", "ada");
	expect(stored).toBe("plain:GEZDGNBV");
	expect(await openSecret(noKey, stored, "ada")).toBe("GEZDGNBV");
	expect(await openSecret(env, stored, "ada")).toBe("GEZDGNBV");
});
