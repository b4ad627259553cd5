import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { orders, paymentKeys, payments } from "#worker/db/schema.ts";
import {
	createOrderFixture,
	createPaymentFixture,
	totalCents,
} from "../../../tests/model/payment-fixture.ts";
import { attempt, killBefore } from "../../../tests/model/round-trip-hook.ts";
import { withEnv } from "../../../tests/support/local-shop.ts";
import { getIntentId } from "../../../tests/support/stripe.ts";
import { cancelOrder } from "../orders/cancel.ts";
import { placeOrder } from "../orders/place.ts";
import { confirmPayment } from "./settle.ts";
import { startPayment } from "./start.ts";

vi.spyOn(console, "error").mockReturnValue();
vi.spyOn(console, "log").mockReturnValue();

const createOperation = "payment_intents.create" as const;

test.each([
	["created no intent", {}],
	["created the intent", { executed: true }],
])(
	"a retry starts a payment after Stripe saved a 500 response for the idempotency key and %s",
	async (_, fault) => {
		const fixture = await createOrderFixture();
		const faults = [{ operation: createOperation, kind: "fail" as const, stored: true, ...fault }];
		await fixture.stripe.overrideBehavior(fixture.orderId, { faults });
		await expect(fixture.startPayment()).rejects.toMatchObject({ status: 503 });
		await fixture.stripe.chargeCard(await fixture.startPayment());
		await fixture.deliverWebhooks();
		expect(await fixture.findOrder()).toMatchObject({ paidAt: expect.any(Date) });
		expect(await fixture.db.select().from(payments)).toHaveLength(1);
		expect(await fixture.db.select().from(paymentKeys)).toEqual([]);
	},
);

test.each(["drop", "reset"] as const)(
	"creates one intent when the connection breaks (%s), because the next attempt has the same idempotency key",
	async (kind) => {
		const fixture = await createOrderFixture();
		await fixture.stripe.overrideBehavior(fixture.orderId, {
			faults: [{ operation: createOperation, kind, times: 2 }],
		});
		await attempt(fixture.startPayment());
		await fixture.startPayment();
		expect((await fixture.stripe.readLedger(fixture.orderId)).intents).toHaveLength(1);
	},
);

test.each(["on", "off", "rejected"] as const)(
	"leaves one intent when the Worker dies at any point of starting a payment with Link %s",
	async (link) => {
		let isFinished = false;
		for (let point = 0; !isFinished; point += 1) {
			const fixture = await createOrderFixture();
			await fixture.stripe.overrideBehavior(fixture.orderId, { link });
			const { beforeRoundTrip, untilKilled } = killBefore(point);
			const starting = startPayment(
				fixture.createContext(fixture.shopper, beforeRoundTrip),
				totalCents,
				fixture.orderId,
			);
			isFinished = (await untilKilled(attempt(starting))) !== "killed";
			await fixture.startPayment();
			const { intents } = await fixture.stripe.readLedger(fixture.orderId);
			expect(intents, `killed before round trip ${point}`).toHaveLength(1);
		}
	},
);

test("gives two tabs the same intent, whenever the second one starts", async () => {
	let isFinished = false;
	for (let point = 0; !isFinished; point += 1) {
		const fixture = await createOrderFixture();
		let roundTrips = 0;
		const otherSecrets: string[] = [];
		const startInOtherTab = async () => {
			if (roundTrips++ === point) otherSecrets.push(await fixture.startPayment());
		};
		const secret = await startPayment(
			fixture.createContext(fixture.shopper, startInOtherTab),
			totalCents,
			fixture.orderId,
		);
		isFinished = otherSecrets.length === 0;
		expect(new Set([secret, ...otherSecrets]).size, `before round trip ${point}`).toBe(1);
		expect((await fixture.stripe.readLedger(fixture.orderId)).intents).toHaveLength(1);
	}
});

test("leaves one payable intent if two tabs use the same key and one of them gets an error", async () => {
	const fixture = await createOrderFixture();
	const failingSandbox: Fetcher = {
		connect: () => {
			throw new Error("no sockets here");
		},
		fetch: async () => Response.json({ error: { type: "api_error" } }, { status: 500 }),
	};
	let hasFailed = false;
	const failInOtherTab = async (queries: string[]) => {
		if (hasFailed || !queries.some((query) => query.startsWith('insert into "payments"'))) return;
		hasFailed = true;
		const otherTab = withEnv(fixture.createContext(fixture.shopper), { SANDBOX: failingSandbox });
		await attempt(startPayment(otherTab, totalCents, fixture.orderId));
	};
	const tab = fixture.createContext(fixture.shopper, failInOtherTab);
	await startPayment(tab, totalCents, fixture.orderId);
	const secret = await fixture.startPayment();
	const { intents } = await fixture.stripe.readLedger(fixture.orderId);
	const payable = intents.filter(({ status }) => status !== "canceled");
	expect(intents).toHaveLength(2);
	expect(payable.map(({ id }) => id)).toEqual([getIntentId(secret)]);
});

test("rejects an amount below Stripe's minimum with amount_not_accepted", async () => {
	const fixture = await createOrderFixture();
	await fixture.stripe.overrideBehavior(fixture.orderId, { minimumAmount: 10_000 });
	await expect(fixture.startPayment()).rejects.toMatchObject({
		code: "amount_not_accepted",
	});
});

test("lets an order be canceled or paid even if Stripe no longer knows its intent", async () => {
	for (const action of ["cancel", "pay"] as const) {
		const fixture = await createPaymentFixture();
		await fixture.db.update(payments).set({ id: "pi_of_another_account" });
		if (action === "pay") {
			expect(await fixture.startPayment()).not.toBe(fixture.secret);
			continue;
		}
		await cancelOrder(fixture.createContext(fixture.shopper), fixture.orderId);
		expect(await fixture.findOrder()).toMatchObject({ state: "cancelled", paidAt: null });
	}
});

test("sends one request to Stripe to confirm a payment, after checking the rate limit", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret);
	const { context, calls } = fixture.recordStripeCalls(fixture.shopper);
	const keys: string[] = [];
	/** Rejects only the first request. */
	const LIMIT_30: RateLimit = {
		limit: async ({ key }) => ({ success: keys.push(key) > 1 }),
	};
	const limitedContext = withEnv(context, { LIMIT_30 });
	await expect(confirmPayment(limitedContext, fixture.orderId, "pi_made_up")).rejects.toMatchObject(
		{
			status: 429,
		},
	);
	expect(calls).toEqual([]);
	expect(await confirmPayment(limitedContext, fixture.orderId, fixture.intentId)).toBe(1);
	expect(calls).toEqual([`GET /v1/payment_intents/${fixture.intentId}`]);
	expect(new Set(keys).size).toBe(1);
});

test("fails with already_paid if the order is paid just before its payment starts", async () => {
	const fixture = await createOrderFixture();
	const context = fixture.createContext(fixture.shopper, async (queries) => {
		if (queries.some((sql) => sql.startsWith('insert into "payment_keys"'))) {
			await fixture.db.update(orders).set({ paidAt: new Date(), transactionId: "pi_other" });
		}
	});
	await expect(startPayment(context, totalCents, fixture.orderId)).rejects.toMatchObject({
		code: "already_paid",
	});
});

test("cancels the payment of an order that is canceled just after the payment was recorded", async () => {
	const fixture = await createOrderFixture();
	let isRecorded = false;
	const context = fixture.createContext(fixture.shopper, async (queries) => {
		if (isRecorded) await fixture.db.update(orders).set({ cancelledAt: new Date() });
		isRecorded ||= queries.some((sql) => sql.startsWith('insert into "payments"'));
	});
	await expect(startPayment(context, totalCents, fixture.orderId)).rejects.toMatchObject({
		code: "order_not_found",
	});
	const { intents } = await fixture.stripe.readLedger(fixture.orderId);
	expect(intents).toMatchObject([{ status: "canceled" }]);
});

test("cancels the payment that another tab starts just before the order is canceled", async () => {
	const fixture = await createOrderFixture();
	let secret = "";
	const context = fixture.createContext(fixture.shopper, async (queries) => {
		if (secret !== "" || !queries.some((sql) => sql.startsWith('update "orders"'))) return;
		secret = await startPayment(
			fixture.createContext(fixture.shopper),
			totalCents,
			fixture.orderId,
		);
	});
	await cancelOrder(context, fixture.orderId);
	expect(await fixture.findOrder()).toMatchObject({ state: "cancelled" });
	expect((await fixture.stripe.chargeCard(secret)).status).toBe(400);
	const { intents } = await fixture.stripe.readLedger(fixture.orderId);
	expect(intents).toMatchObject([{ status: "canceled" }]);
});

test("does not cancel an order while another tab keeps starting payments", async () => {
	const fixture = await createOrderFixture();
	const context = fixture.createContext(fixture.shopper, async (queries) => {
		if (!queries.some((sql) => sql.startsWith('update "orders"'))) return;
		await startPayment(fixture.createContext(fixture.shopper), totalCents, fixture.orderId);
	});
	await expect(cancelOrder(context, fixture.orderId)).rejects.toMatchObject({
		code: "payment_processing",
	});
	expect(await fixture.findOrder()).toMatchObject({ state: "unpaid" });
});

test("does not ask Stripe to cancel a payment that a bank is processing, because Stripe might cancel it", async () => {
	const fixture = await createPaymentFixture();
	await fixture.stripe.chargeCard(fixture.secret, "pm_card_processing");
	const { context, calls } = fixture.recordStripeCalls(fixture.shopper);
	await expect(cancelOrder(context, fixture.orderId)).rejects.toMatchObject({
		code: "payment_processing",
	});
	expect(calls).toEqual([`GET /v1/payment_intents/${fixture.intentId}`]);
});

test("without an order id, starts a payment for the customer's only unpaid order with that total", async () => {
	const { db, localShop, stripe, createContext, ...fixture } = await createOrderFixture();
	const start = (context = createContext(fixture.shopper)) =>
		startPayment(context, totalCents, null);
	const otherOrderId = await placeOrder(createContext(fixture.shopper), {
		productId: fixture.productId,
		quantity: 4,
		location: "Here",
		phone: "1",
		idempotencyKey: null,
	});
	await expect(start()).rejects.toMatchObject({ code: "order_ambiguous" });
	await expect(start(createContext(await localShop.addAccount()))).rejects.toMatchObject({
		code: "order_ambiguous",
	});
	const payment = { paidAt: new Date(), transactionId: "pi_other" };
	await db.update(orders).set(payment).where(eq(orders.id, fixture.orderId));
	const id = getIntentId(await start());
	expect((await stripe.readLedger(otherOrderId)).intents).toMatchObject([{ id }]);
});
