import { expect, test, vi } from "vitest";
import { orders, paymentKeys, payments } from "#worker/db/schema.ts";
import { attempt, killAt } from "../../../tests/model/actors.ts";
import {
	priceCents,
	setPaymentScene,
	setUnopenedScene,
	withEnv,
} from "../../../tests/model/payment-scene.ts";
import { intentIdOf } from "../../../tests/support/stripe.ts";
import { cancelOrder } from "../orders/cancel.ts";
import { confirmPayment } from "./settle.ts";
import { startPayment } from "./start.ts";

vi.spyOn(console, "error").mockReturnValue();
vi.spyOn(console, "log").mockReturnValue();

const create = "payment_intents.create";

test.each([
	["did nothing", {}],
	["made the intent all the same", { done: true }],
])(
	"an error 500 that Stripe keeps under its key, and %s, is over with the next try",
	async (_, how) => {
		const scene = await setUnopenedScene();
		const faults = [{ operation: create, kind: "fail" as const, saved: true, ...how }];
		await scene.stripe.setSwitches(scene.order, { faults });
		await expect(scene.start()).rejects.toMatchObject({ status: 503 });
		await scene.stripe.charge(await scene.start());
		await scene.deliver();
		expect(await scene.findOrder()).toMatchObject({ paidAt: expect.any(Date) });
		expect(await scene.db.select().from(payments)).toHaveLength(1);
		expect(await scene.db.select().from(paymentKeys)).toEqual([]);
	},
);

test.each(["drop", "reset"] as const)(
	"a connection that breaks (%s) while an intent is made leaves one intent: the next try has the same key",
	async (kind) => {
		const scene = await setUnopenedScene();
		await scene.stripe.setSwitches(scene.order, {
			faults: [{ operation: create, kind, times: 2 }],
		});
		await attempt(scene.start());
		await scene.start();
		expect((await scene.stripe.readLedger(scene.order)).intents).toHaveLength(1);
	},
);

test("when opening a payment is killed at any point, the next attempt opens the only payable intent", async () => {
	let isOver = false;
	for (let point = 0; !isOver; point += 1) {
		const scene = await setUnopenedScene();
		const { gate, over } = killAt(point, () => undefined);
		const starting = startPayment(scene.shopOf(scene.shopper, gate), priceCents, scene.order);
		isOver = (await over(attempt(starting))) !== "killed";
		await scene.start();
		const { intents } = await scene.stripe.readLedger(scene.order);
		expect(intents, `killed before round trip ${point}`).toHaveLength(1);
	}
});

test("another tab that opens the payment at any point of opening it shares its intent", async () => {
	let isOver = false;
	for (let point = 0; !isOver; point += 1) {
		const scene = await setUnopenedScene();
		let trips = 0;
		const other: string[] = [];
		const gate = async () => {
			if (trips++ === point) other.push(await scene.start());
		};
		const own = await startPayment(scene.shopOf(scene.shopper, gate), priceCents, scene.order);
		isOver = other.length === 0;
		expect(new Set([own, ...other]).size, `before round trip ${point}`).toBe(1);
		expect((await scene.stripe.readLedger(scene.order)).intents).toHaveLength(1);
	}
});

test("when one tab gets an error and another the intent under the same key, only one intent can be paid", async () => {
	const scene = await setUnopenedScene();
	const failing: Fetcher = {
		connect: () => {
			throw new Error("no sockets here");
		},
		fetch: async () => Response.json({ error: { type: "api_error" } }, { status: 500 }),
	};
	let isFirst = true;
	const failOther = async (asked: string[]) => {
		if (!isFirst || !asked.some((call) => call.startsWith('insert into "payments"'))) return;
		isFirst = false;
		const other = withEnv(scene.shopOf(scene.shopper), { SANDBOX: failing });
		await attempt(startPayment(other, priceCents, scene.order));
	};
	const first = startPayment(scene.shopOf(scene.shopper, failOther), priceCents, scene.order);
	await expect(first).rejects.toMatchObject({ status: 503 });
	const secret = await scene.start();
	const { intents } = await scene.stripe.readLedger(scene.order);
	const payable = intents.filter(({ status }) => status !== "canceled");
	expect(intents).toHaveLength(2);
	expect(payable.map(({ id }) => id)).toEqual([intentIdOf(secret)]);
});

test("an amount below what Stripe takes is refused with words, not an error", async () => {
	const scene = await setUnopenedScene();
	await scene.stripe.setSwitches(scene.order, { minimumAmount: 10_000 });
	await expect(scene.start()).rejects.toMatchObject({
		code: "amount_not_accepted",
	});
});

test("an order can be deleted or paid although Stripe no longer knows its intent", async () => {
	for (const act of ["delete", "pay"] as const) {
		const scene = await setPaymentScene();
		await scene.db.update(payments).set({ id: "pi_of_another_account" });
		if (act === "pay") {
			expect(await scene.start()).not.toBe(scene.secret);
			continue;
		}
		await cancelOrder(scene.shopOf(scene.shopper), scene.order);
		expect(await scene.findOrder()).toMatchObject({ state: "cancelled", paidAt: null });
	}
});

test("confirming asks Stripe once, and is limited before Stripe is asked", async () => {
	const scene = await setPaymentScene();
	await scene.stripe.charge(scene.secret);
	const { shop, calls } = scene.watchCalls(scene.shopper);
	const keys: string[] = [];
	const LIMIT_30: RateLimit = {
		limit: async ({ key }) => ({ success: keys.push(key) > 1 }),
	};
	const limited = withEnv(shop, { LIMIT_30 });
	await expect(confirmPayment(limited, scene.order, "pi_made_up")).rejects.toMatchObject({
		status: 429,
	});
	expect(calls).toEqual([]);
	expect(await confirmPayment(limited, scene.order, scene.intent)).toBe(1);
	expect(calls).toEqual([`GET /v1/payment_intents/${scene.intent}`]);
	expect(new Set(keys).size).toBe(1);
});

test("an order that is paid just before its payment is opened says that it is paid", async () => {
	const scene = await setUnopenedScene();
	const shop = scene.shopOf(scene.shopper, async (asked) => {
		if (asked.some((sql) => sql.startsWith('insert into "payment_keys"'))) {
			await scene.db.update(orders).set({ paidAt: new Date(), transactionId: "pi_other" });
		}
	});
	await expect(startPayment(shop, priceCents, scene.order)).rejects.toMatchObject({
		code: "already_paid",
	});
});
