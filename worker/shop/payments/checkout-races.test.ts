import { expect, test, vi } from "vitest";
import { createCheckoutFixture } from "../../../tests/model/payment-fixture.ts";
import { interleaveAllActions, killAtEachRoundTrip } from "../../../tests/model/payment-races.ts";

vi.spyOn(console, "log").mockReturnValue();
vi.spyOn(console, "error").mockReturnValue();

const payingActions = [
	"confirmCheckout",
	"webhook",
	"sweep",
	"payCheckoutInSecondTab",
	"payInSecondTab",
] as const;

test.each(payingActions)(
	"a payment for three orders pays for them or is refunded if the Worker dies before any round trip of '%s'",
	async (action) => {
		const totals = await killAtEachRoundTrip(action, [], false, createCheckoutFixture);
		expect(totals.interleavings).toBeGreaterThan(2);
		expect(totals.usedPayments + totals.refunded).toBe(totals.payments);
		expect(totals.differenceCents).toBe(0);
	},
);

test.each(["cancelLastOrder", "expire"] as const)(
	"a charged payment for three orders pays for them or is refunded if the Worker dies before any round trip of '%s'",
	async (action) => {
		const totals = await killAtEachRoundTrip(action, [], false, createCheckoutFixture);
		expect(totals.usedPayments).toBe(totals.interleavings);
		expect(totals.differenceCents).toBe(0);
	},
);

test.each(["refundLastOrder", "refundPieceOfLastOrder"] as const)(
	"refunds one of three orders once if the Worker dies before any round trip of '%s'",
	async (action) => {
		const priorActions = ["confirmCheckout" as const];
		const totals = await killAtEachRoundTrip(action, priorActions, false, createCheckoutFixture);
		expect(totals.interleavings).toBeGreaterThan(10);
		expect(totals.refundRequests).toBeGreaterThan(0);
		expect(totals.differenceCents).toBe(0);
	},
);

async function createChargedFixture() {
	const fixture = await createCheckoutFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	return fixture;
}

test.each([
	["confirmCheckout", "charged", createChargedFixture],
	["webhook", "charged", createChargedFixture],
	["sweep", "charged", createChargedFixture],
	["payCheckoutInSecondTab", "open", createCheckoutFixture],
	["payInSecondTab", "open", createCheckoutFixture],
] as const)(
	"each payment pays for orders or is refunded if one of three orders changes before any round trip of '%s' (payment %s)",
	async (action, _, create) => {
		const totals = await interleaveAllActions(
			[
				"cancelLastOrder",
				"expire",
				"refundLastOrder",
				"payInSecondTab",
				"confirmCheckout",
				"webhook",
			],
			[action],
			create,
		);
		expect(totals.interleavings).toBeGreaterThan(10);
		expect(totals.usedPayments + totals.refunded).toBe(totals.payments);
		expect(totals.differenceCents).toBe(0);
	},
	60_000,
);
