import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { payments } from "#worker/db/schema.ts";
import {
	createPaidFixture,
	createPaymentFixture,
	createUnopenedFixture,
	later,
	priceCents,
	refusingSome,
} from "../../../tests/model/payment-fixture.ts";
import { shipOrder } from "../orders/ship.ts";
import { settlePayment } from "./settle.ts";
import { startPayment } from "./start.ts";
import { sweepPayments } from "./sweep.ts";

vi.spyOn(console, "error").mockReturnValue();
vi.spyOn(console, "log").mockReturnValue();

const isDisputes = (call: string) => call.startsWith("GET /v1/disputes");

test.each([403, 500] as const)(
	"a disputed order is not shipped while Stripe answers %i about disputes, and is once the dispute is won",
	async (status) => {
		const fixture = await createPaidFixture();
		const dispute = await fixture.stripe.dispute(fixture.intent);
		const shop = refusingSome(fixture.shopOf(null), isDisputes, status);
		await expect(settlePayment(shop, fixture.intent)).rejects.toMatchObject({ status: 503 });
		const ship = () => shipOrder(fixture.shopOf(fixture.admin), fixture.order);
		await expect(ship()).rejects.toMatchObject({ code: "payment_disputed" });
		await fixture.stripe.stepDispute(dispute, "won");
		await fixture.sweep();
		expect(await ship()).toBe(1);
	},
);

test("a missing permission of the key delays only its own payment, with backoff", async () => {
	const fixture = await createPaidFixture();
	await fixture.stripe.dispute(fixture.intent);
	await fixture.db.update(payments).set({ checks: 0 });
	const others = Array.from({ length: 12 }, (_, index) => ({
		id: `pi_unknown${index}`,
		orderId: "gone",
		amountCents: 1,
		updatedAt: new Date(),
	}));
	for (const other of others) await fixture.db.insert(payments).values(other);
	const shop = refusingSome(fixture.shopOf(null), isDisputes);
	await sweepPayments(shop, later());
	const swept = await sweepPayments(shop, later());
	expect(swept).toMatchObject({ found: 13, failed: 1 });
	expect(
		await fixture.db.select().from(payments).where(eq(payments.id, fixture.intent)),
	).toMatchObject([{ checks: 2, problem: "could not be settled", hold: "disputed" }]);
	expect(await fixture.db.$count(payments, eq(payments.checks, 2))).toBe(13);
});

test("a key that may not create payments answers the shopper 503", async () => {
	const fixture = await createUnopenedFixture();
	const shop = refusingSome(fixture.shopOf(fixture.shopper), (call) => call.startsWith("POST"));
	const starting = startPayment(shop, priceCents, fixture.order);
	await expect(starting).rejects.toMatchObject({ status: 503 });
});

test("payments for which Stripe fails are retried with backoff, and the others are still checked", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const failing = Array.from({ length: 4 }, (_, index) => ({
		id: `pi_failing${index}`,
		orderId: "gone",
		amountCents: 1,
		nextCheckAt: new Date(Date.now() + 60 * 60_000),
		updatedAt: new Date(),
	}));
	for (const one of failing) await fixture.db.insert(payments).values(one);
	const shop = refusingSome(fixture.shopOf(null), (call) => call.includes("failing"), 500);
	await sweepPayments(shop, later());
	expect(await fixture.findOrder()).toMatchObject({ transactionId: fixture.intent });
	const rows = await fixture.db.select().from(payments).where(eq(payments.orderId, "gone"));
	expect(rows.map(({ checks, problem }) => [checks, problem])).toEqual(
		failing.map(() => [1, "Stripe did not answer"]),
	);
});
