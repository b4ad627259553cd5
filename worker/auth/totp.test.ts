import { expect, test } from "vitest";
import { createOtpauthUri, createSecret, findStep } from "./totp.ts";

/** "12345678901234567890", the secret of RFC 6238, appendix B. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
	[59, "287082"],
	[1_111_111_109, "081804"],
	[1_111_111_111, "050471"],
	[1_234_567_890, "005924"],
	[2_000_000_000, "279037"],
	[20_000_000_000, "353130"],
])("the code at second %i is %s (RFC 6238, appendix B)", async (seconds, code) => {
	expect(await findStep(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

test("a code is valid in its own time step, the one before, and the one after", async () => {
	const step = 41_152_263;
	const stepsAround = [-2, -1, 0, 1, 2].map((offset) =>
		findStep(secret, "005924", (step + offset) * 30_000),
	);
	expect(await Promise.all(stepsAround)).toEqual([null, step, step, step, null]);
});

test.each(["", "5924", "0059240", "005925", "abcdef"])("the code %j is wrong", async (code) => {
	expect(await findStep(secret, code, 1_234_567_890_000)).toBeNull();
});

test("each secret has 160 random bits", () => {
	const [first, second] = [createSecret(), createSecret()];
	expect(first).toMatch(/^[A-Z2-7]{32}$/);
	expect(second).not.toBe(first);
});

test("the URI of a secret contains the issuer and the account", () => {
	expect(createOtpauthUri("ada+1@example.com", secret)).toBe(
		`otpauth://totp/Torque%20Tool%20Depot:ada%2B1%40example.com?secret=${secret}&issuer=Torque%20Tool%20Depot`,
	);
});
