import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { payments } from "#worker/db/schema.ts";
import {
	later,
	priceCents,
	refusingSome,
	setPaidScene,
	setPaymentScene,
	setUnopenedScene,
} from "../../../tests/model/payment-scene.ts";
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
		const scene = await setPaidScene();
		const dispute = await scene.stripe.dispute(scene.intent);
		const shop = refusingSome(scene.shopOf(null), isDisputes, status);
		await expect(settlePayment(shop, scene.intent)).rejects.toMatchObject({ status: 503 });
		const ship = () => shipOrder(scene.shopOf(scene.admin), scene.order);
		await expect(ship()).rejects.toMatchObject({ code: "payment_disputed" });
		await scene.stripe.stepDispute(dispute, "won");
		await scene.sweep();
		expect(await ship()).toBe(1);
	},
);

test("a missing permission of the key delays only its own payment, with backoff", async () => {
	const scene = await setPaidScene();
	await scene.stripe.dispute(scene.intent);
	await scene.db.update(payments).set({ checks: 0 });
	const others = Array.from({ length: 12 }, (_, index) => ({
		id: `pi_unknown${index}`,
		orderId: "gone",
		amountCents: 1,
		updatedAt: new Date(),
	}));
	for (const other of others) await scene.db.insert(payments).values(other);
	const shop = refusingSome(scene.shopOf(null), isDisputes);
	await sweepPayments(shop, later());
	const swept = await sweepPayments(shop, later());
	expect(swept).toMatchObject({ found: 13, failed: 1 });
	expect(await scene.db.select().from(payments).where(eq(payments.id, scene.intent))).toMatchObject(
		[{ checks: 2, problem: "could not be settled", hold: "disputed" }],
	);
	expect(await scene.db.$count(payments, eq(payments.checks, 2))).toBe(13);
});

test("a key that may not create payments answers the shopper 503", async () => {
	const scene = await setUnopenedScene();
	const shop = refusingSome(scene.shopOf(scene.shopper), (call) => call.startsWith("POST"));
	const starting = startPayment(shop, priceCents, scene.order);
	await expect(starting).rejects.toMatchObject({ status: 503 });
});

test("payments for which Stripe fails are retried with backoff, and the others are still checked", async () => {
	const scene = await setPaymentScene();
	await scene.stripe.charge(scene.secret);
	const failing = Array.from({ length: 4 }, (_, index) => ({
		id: `pi_failing${index}`,
		orderId: "gone",
		amountCents: 1,
		nextCheckAt: new Date(Date.now() + 60 * 60_000),
		updatedAt: new Date(),
	}));
	for (const one of failing) await scene.db.insert(payments).values(one);
	const shop = refusingSome(scene.shopOf(null), (call) => call.includes("failing"), 500);
	await sweepPayments(shop, later());
	expect(await scene.findOrder()).toMatchObject({ transactionId: scene.intent });
	const rows = await scene.db.select().from(payments).where(eq(payments.orderId, "gone"));
	expect(rows.map(({ checks, problem }) => [checks, problem])).toEqual(
		failing.map(() => [1, "Stripe did not answer"]),
	);
});
