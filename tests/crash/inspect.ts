import { and, eq, isNotNull, ne, type SQL } from "drizzle-orm";
import { orders, payments } from "#worker/db/schema.ts";
import { countUnits } from "../support/count-units.ts";
import { auditMoney } from "../support/money-audit.ts";
import type { RunningShop } from "../support/shop.ts";
import { createTestStripe, type StripeLedger } from "../support/stripe.ts";
import type { Memory } from "./memory.ts";

const longAgo = new Date(0);

/** The cron comes, as if everybody had had their time, until it has looked at each of these payments. */
async function sweepEach({ db, sweep }: RunningShop, which: SQL | undefined): Promise<void> {
	await db.update(payments).set({ nextCheckAt: longAgo }).where(which);
	const waiting = and(which, eq(payments.nextCheckAt, longAgo));
	for (let left = await db.$count(payments, waiting); left > 0; ) {
		await sweep();
		const now = await db.$count(payments, waiting);
		if (now >= left) throw new Error(`the sweep leaves ${now} payments`);
		left = now;
	}
}

/** Has the cron look at every open payment. */
const sweepAll = (shop: RunningShop) => sweepEach(shop, eq(payments.status, "open"));

/** Has the cron look at every payment that it follows, those of paid orders too. */
export const sweepFollowed = (shop: RunningShop) =>
	sweepEach(shop, isNotNull(payments.nextCheckAt));

const missing = <Item>(all: Iterable<Item>, isThere: (item: Item) => boolean, words: string) =>
	[...all].filter((item) => !isThere(item)).map((item) => `${item} ${words}`);

/** @returns what was answered 2xx and is not so (any more) */
async function findForgotten({ db }: RunningShop, memory: Memory, ledger: StripeLedger) {
	const [rows, known] = await db.batch([
		db
			.select({ id: orders.id, transactionId: orders.transactionId })
			.from(orders)
			.where(ne(orders.state, "cancelled")),
		db.select({ id: payments.id }).from(payments),
	]);
	const paidWith = new Map(rows.map(({ id, transactionId }) => [id, transactionId]));
	const payable = new Set(known.map(({ id }) => id));
	const charged = new Set(
		ledger.intents.filter(({ status }) => status === "succeeded").map(({ id }) => id),
	);
	const { placed, askedToCancel, cancelled, paid, opened } = memory;
	return [
		...missing(
			placed,
			(id) => paidWith.has(id) || askedToCancel.has(id),
			"was ordered and is gone",
		),
		...missing(cancelled, (id) => !paidWith.has(id), "was cancelled and is there"),
		...missing(paid.keys(), (id) => paidWith.get(id) === paid.get(id), "was paid and is not"),
		...missing(opened, (id) => payable.has(id), "was opened and is unknown to the shop"),
		...missing(memory.charged, (id) => charged.has(id), "was charged and Stripe forgot"),
	];
}

/**
 * What must hold after each start, before and after the sweep.
 * @param put pieces that were put into the shop
 * @returns what became of the money, and all that is wrong
 */
export async function inspect(shop: RunningShop, product: string, put: number, memory: Memory) {
	const stripe = createTestStripe(shop);
	async function check() {
		const { stock, ordered } = await countUnits(shop, product);
		const forgotten = await findForgotten(shop, memory, await stripe.readLedger());
		if (stock < 0) forgotten.push(`stock is ${stock}`);
		if (stock + ordered !== put) forgotten.push(`stock ${stock} + held ${ordered} is not ${put}`);
		return forgotten;
	}
	const asFound = await check();
	await sweepAll(shop);
	const { lost, ...money } = await auditMoney(shop.db, await stripe.readLedger());
	const lostMoney = lost.map((id) => `${id} is lost`);
	return { ...money, violations: [...asFound, ...(await check()), ...lostMoney] };
}
