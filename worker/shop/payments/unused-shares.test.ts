import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { dailySales, orders, payments, refundRequests } from "#worker/db/schema.ts";
import { findOutdatedDerivedTables } from "../../../scripts/backup/derived-tables.ts";
import { createCheckoutShop } from "../../../tests/model/checkout-shop.ts";
import {
	checkoutCents,
	getTimeWhenAllAreDue,
	totalCents,
} from "../../../tests/model/payment-fixture.ts";
import { shipOrder } from "../orders/ship.ts";
import { getPaymentProblems } from "./read.ts";
import { sweepRefunds } from "./send-refund.ts";

vi.spyOn(console, "error").mockReturnValue();
vi.spyOn(console, "log").mockReturnValue();

const [secondCents, thirdCents] = [5_997, 3_998];

/** Creates a paid checkout. The named orders were canceled after the charge, so the refunds of their shares are waiting. */
async function createCheckoutWithWaitingShares(...canceled: ("second" | "third")[]) {
	const fixture = await createCheckoutShop();
	const { db, stripe, intentId } = fixture;
	await stripe.chargeCard(fixture.secret);
	for (const name of canceled) {
		await db.update(orders).set({ cancelledAt: new Date() }).where(eq(orders.id, fixture[name]));
	}
	await fixture.deliverWebhooks();
	return {
		...fixture,
		readPayment: () => db.select().from(payments).where(eq(payments.id, intentId)).get(),
		readRequests: () => db.select().from(refundRequests).orderBy(refundRequests.orderId),
		/** Reads the amounts that Stripe refunded, in cents, oldest first. */
		readStripeRefunds: async () =>
			(await stripe.readLedger()).refunds.map(({ amount }) => amount).toReversed(),
		async expectSales(cents: number) {
			expect((await db.select().from(dailySales))[0]?.revenueCents).toBe(cents);
			expect(await findOutdatedDerivedTables(fixture.localShop.d1)).toEqual([]);
			expect(await fixture.reconcile()).toMatchObject({ differenceCents: 0, lost: [] });
		},
	};
}

test("does not refund a waiting share that was already refunded in the Dashboard", async () => {
	const fixture = await createCheckoutWithWaitingShares("second");
	await fixture.stripe.refundInDashboard(fixture.intentId, secondCents);
	await fixture.sweepRefunds();
	expect(await fixture.readStripeRefunds()).toEqual([secondCents]);
	expect(await fixture.readRequests()).toMatchObject([
		{ status: "rejected", rejection: "refunded_in_stripe", nextTryAt: null },
	]);
	expect(await fixture.readPayment()).toMatchObject({ hold: null, problem: null });
	await shipOrder(fixture.adminContext, fixture.first);
	await fixture.expectSales(checkoutCents - secondCents);
});

test("refunds only the part of a waiting share that was not refunded in the Dashboard", async () => {
	const fixture = await createCheckoutWithWaitingShares("second");
	await fixture.stripe.refundInDashboard(fixture.intentId, 4_000);
	await fixture.deliverWebhooks();
	expect(await fixture.readPayment()).toMatchObject({ hold: "partly_refunded" });
	await fixture.sweepRefunds();
	expect(await fixture.readStripeRefunds()).toEqual([4_000, secondCents - 4_000]);
	expect(await fixture.readRequests()).toMatchObject([
		{ status: "sent", amountCents: secondCents },
	]);
	expect(await fixture.readPayment()).toMatchObject({ hold: null, problem: null });
	await shipOrder(fixture.adminContext, fixture.first);
	await fixture.expectSales(checkoutCents - secondCents);
});

test("refunds no share after the entire payment was refunded in the Dashboard", async () => {
	const fixture = await createCheckoutWithWaitingShares("second", "third");
	await fixture.stripe.refundInDashboard(fixture.intentId);
	await fixture.sweepRefunds();
	expect(await fixture.readStripeRefunds()).toEqual([checkoutCents]);
	expect(await fixture.readPayment()).toMatchObject({ hold: "refunded" });
	await fixture.expectSales(0);
});

test("subtracts a Dashboard refund only once from two waiting shares", async () => {
	const fixture = await createCheckoutWithWaitingShares("second", "third");
	const dashboardCents = secondCents + 1_000;
	await fixture.stripe.refundInDashboard(fixture.intentId, dashboardCents);
	await fixture.sweepRefunds();
	const [, ...amountsSentByShop] = await fixture.readStripeRefunds();
	expect(amountsSentByShop.reduce((sum, cents) => sum + cents, dashboardCents)).toBe(
		secondCents + thirdCents,
	);
	await fixture.expectSales(totalCents);
	expect(await fixture.reconcile()).toMatchObject({ usedPayments: 1 });
});

test("counts a Dashboard refund toward a rejected share before a waiting one", async () => {
	const fixture = await createCheckoutWithWaitingShares("second", "third");
	await fixture.stripe.overrideBehavior(fixture.first, { refunds: "rejected" });
	await fixture.sweepRefunds();
	await fixture.stripe.overrideBehavior(fixture.first, { refunds: "normal" });
	await fixture.db
		.update(refundRequests)
		.set({ status: "waiting", nextTryAt: new Date(), stripeKey: "another" })
		.where(eq(refundRequests.orderId, fixture.third));
	await fixture.stripe.refundInDashboard(fixture.intentId, secondCents);
	await fixture.sweepRefunds();
	expect(await fixture.readStripeRefunds()).toEqual([secondCents, thirdCents]);
	await fixture.expectSales(totalCents);
});

test("does not subtract a Dashboard refund that failed before the sweep", async () => {
	const fixture = await createCheckoutWithWaitingShares("second");
	const refundId = await fixture.stripe.refundInDashboard(fixture.intentId, secondCents);
	await fixture.stripe.settleRefund(refundId, "failed", "lost_or_stolen_card");
	await fixture.sweepRefunds();
	expect(await fixture.readStripeRefunds()).toEqual([secondCents, secondCents]);
	await fixture.expectSales(checkoutCents - secondCents);
});

test.each([
	[secondCents, "$59.97"],
	[4_000, "$40.00"],
])(
	"shows admins a share's unrefunded amount after a Dashboard refund of %d cents fails",
	async (cents, amount) => {
		const fixture = await createCheckoutWithWaitingShares("second");
		const refundId = await fixture.stripe.refundInDashboard(fixture.intentId, cents);
		await fixture.sweepRefunds();
		await fixture.stripe.settleRefund(refundId, "failed", "lost_or_stolen_card");
		await fixture.deliverWebhooks();
		await fixture.sweepRefunds();
		expect((await fixture.readPayment())?.problem).toContain(`${amount} is not refunded`);
		await fixture.expectSales(checkoutCents - secondCents);
	},
);

test("sends no refund while a share's Dashboard refund is pending, and shows the payment to admins", async () => {
	const fixture = await createCheckoutWithWaitingShares("second");
	await fixture.stripe.overrideBehavior(fixture.first, { refunds: "pending" });
	const refundId = await fixture.stripe.refundInDashboard(fixture.intentId, secondCents);
	await fixture.sweepRefunds();
	const { open } = await getPaymentProblems(fixture.adminContext);
	expect(open.map(({ problem }) => problem)).toEqual([
		"the refund for an order that it did not pay for is pending",
	]);
	expect(await fixture.reconcile()).toMatchObject({ waiting: 1, lost: [] });
	await fixture.stripe.settleRefund(refundId, "succeeded");
	await fixture.deliverWebhooks();
	expect(await fixture.readStripeRefunds()).toEqual([secondCents]);
	expect(await fixture.readPayment()).toMatchObject({ hold: null, problem: null });
});

test("does not repeat a refund that was made before the database was restored", async () => {
	const fixture = await createCheckoutWithWaitingShares("second");
	await fixture.sweepRefunds();
	await fixture.db
		.update(refundRequests)
		.set({ id: "other", stripeKey: "other", status: "waiting", nextTryAt: new Date() });
	await fixture.sweepRefunds();
	expect(await fixture.readStripeRefunds()).toEqual([secondCents]);
});

test("Stripe accepts only one of two overlapping attempts if a Dashboard refund comes between them", async () => {
	const fixture = await createCheckoutWithWaitingShares("second");
	let isInjected = false;
	const context = fixture.createContext(null, async ([request = ""]) => {
		if (isInjected || !request.startsWith("POST")) return;
		isInjected = true;
		await fixture.stripe.refundInDashboard(fixture.intentId, 4_000);
		await fixture.sweepRefunds();
	});
	await sweepRefunds(context, new Date(getTimeWhenAllAreDue()));
	await fixture.sweepRefunds();
	expect(isInjected).toBe(true);
	expect(await fixture.readStripeRefunds()).toEqual([4_000, secondCents - 4_000]);
	await fixture.expectSales(checkoutCents - secondCents);
});

test("uses a new key for the rest of a share after Stripe saved a 500 for the entire share and the Worker died", async () => {
	const fixture = await createCheckoutWithWaitingShares("second");
	await fixture.stripe.overrideBehavior(fixture.first, {
		faults: [{ operation: "refunds.create", kind: "fail" }],
	});
	await new Promise<void>((kill) => {
		const context = fixture.createContext(null, ([request = ""]) => {
			if (!request.startsWith('update "refund_requests" set "stripe_key"')) return undefined;
			kill();
			return new Promise(() => {});
		});
		void sweepRefunds(context, new Date(getTimeWhenAllAreDue()));
	});
	await fixture.stripe.refundInDashboard(fixture.intentId, 4_000);
	await fixture.sweepRefunds();
	expect(await fixture.readStripeRefunds()).toEqual([4_000]);
	await fixture.sweepRefunds();
	expect(await fixture.readStripeRefunds()).toEqual([4_000, secondCents - 4_000]);
});

test("puts the payment on hold if a share is refunded in the Dashboard after the sweep has read the payment", async () => {
	const fixture = await createCheckoutWithWaitingShares("second");
	let isInjected = false;
	const context = fixture.createContext(null, async ([request = ""]) => {
		if (isInjected || !request.startsWith("POST")) return;
		isInjected = true;
		await fixture.stripe.refundInDashboard(fixture.intentId, secondCents);
	});
	await sweepRefunds(context, new Date(getTimeWhenAllAreDue()));
	await fixture.deliverWebhooks();
	expect(await fixture.readPayment()).toMatchObject({ hold: "partly_refunded" });
	await fixture.expectSales(checkoutCents - 2 * secondCents);
});
