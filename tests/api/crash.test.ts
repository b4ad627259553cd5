import { expect, test } from "vitest";
import { killRepeatedly } from "../crash/crash.ts";

test("when the server is killed twice under load, stock and money stay consistent and no acknowledged write is lost", async () => {
	const { kills, payments, usedPayments, refunded, checkouts, violations } =
		await killRepeatedly(2);
	expect(violations).toEqual([]);
	expect(kills).toBe(2);
	expect(usedPayments).toBeGreaterThan(0);
	expect(usedPayments + refunded).toBe(payments);
	expect(checkouts).toBeGreaterThan(0);
}, 120_000);
