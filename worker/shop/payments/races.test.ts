import { expect, test } from "vitest";
import {
	checkPaymentRaces,
	injectAll,
	killable,
	killEverywhere,
} from "../../../tests/model/payment-races.ts";

test.each(killable)("killed at any point of '%s': the sweep makes it good", async (act) => {
	expect((await killEverywhere(act)).interleavings).toBeGreaterThan(2);
});

test("any act at any point of any other: each payment is one paid order or one refund", async () => {
	const { interleavings, payments, paidOnce, refunded } = await injectAll();
	expect(interleavings).toBeGreaterThan(100);
	expect(refunded).toBeGreaterThan(0);
	expect(paidOnce + refunded).toBe(payments);
}, 60_000);

test("any interleaving of charge, browser, webhook, sweep, second tab and cancel loses no payment", async () => {
	const { payments, paidOnce, refunded } = await checkPaymentRaces(100);
	expect(paidOnce).toBeGreaterThan(0);
	expect(paidOnce + refunded).toBe(payments);
}, 60_000);
