import { and, eq, isNotNull, ne, type SQL } from "drizzle-orm";
import { orders, payments, refundRequests } from "#worker/db/schema.ts";
import { findRefundProblems } from "../model/payment-invariants.ts";
import { findStockProblems } from "../support/count-pieces.ts";
import { reconcilePayments } from "../support/reconcile-payments.ts";
import type { RunningShop } from "../support/shop.ts";
import { createTestStripe, type StripeLedger } from "../support/stripe.ts";
import { findLostBaskets } from "./basket-invariants.ts";
import type { WorkloadLog } from "./workload-log.ts";

const epoch = new Date(0);

/** Makes the matching payments due, and runs the sweep until it has checked all of them. */
async function sweepPayments({ db, sweep }: RunningShop, filter: SQL | undefined): Promise<void> {
	await db.update(payments).set({ nextCheckAt: epoch }).where(filter);
	const dueFilter = and(filter, eq(payments.nextCheckAt, epoch));
	for (let remaining = await db.$count(payments, dueFilter); remaining > 0; ) {
		await sweep();
		const dueCount = await db.$count(payments, dueFilter);
		if (dueCount >= remaining) throw new Error(`the sweep did not check ${dueCount} payments`);
		remaining = dueCount;
	}
}

/** Runs the sweep until it has checked all open payments. The first run also sends the refunds that Stripe has not confirmed. */
async function sweepOpenPayments(shop: RunningShop) {
	const { nextTryAt } = refundRequests;
	await shop.db.update(refundRequests).set({ nextTryAt: epoch }).where(isNotNull(nextTryAt));
	await sweepPayments(shop, eq(payments.status, "open"));
}

/** Runs the sweep until it has checked all payments that it tracks, including those of paid orders. */
export const sweepTrackedPayments = (shop: RunningShop) =>
	sweepPayments(shop, isNotNull(payments.nextCheckAt));

const findViolations = <Item>(
	items: Iterable<Item>,
	isCorrect: (item: Item) => boolean,
	problem: string,
) => [...items].filter((item) => !isCorrect(item)).map((item) => `${item} ${problem}`);

/** @returns a message for each confirmed write that is lost */
async function findLostWrites({ db }: RunningShop, log: WorkloadLog, ledger: StripeLedger) {
	const [orderRows, paymentRows] = await db.batch([
		db
			.select({ id: orders.id, transactionId: orders.transactionId })
			.from(orders)
			.where(ne(orders.state, "cancelled")),
		db.select({ id: payments.id }).from(payments),
	]);
	/** Without canceled orders. */
	const intentByActiveOrder = new Map(
		orderRows.map(({ id, transactionId }) => [id, transactionId]),
	);
	const paymentIds = new Set(paymentRows.map(({ id }) => id));
	const chargedIds = new Set(
		ledger.intents.filter(({ status }) => status === "succeeded").map(({ id }) => id),
	);
	const { placedOrders, cancelRequests, canceledOrders, paidOrders } = log;
	const { startedPayments, chargedPayments, ordersByCheckoutIntent } = log;
	const isPaidBy = (intent: string) => (id: string) => intentByActiveOrder.get(id) === intent;
	return [
		...findViolations(
			placedOrders,
			(id) => intentByActiveOrder.has(id) || cancelRequests.has(id),
			"was placed, but is lost",
		),
		...findViolations(
			canceledOrders,
			(id) => !intentByActiveOrder.has(id),
			"was canceled, but is not canceled now",
		),
		...findViolations(
			paidOrders.keys(),
			(id) => intentByActiveOrder.get(id) === paidOrders.get(id),
			"was paid, but is not paid now",
		),
		...findViolations(
			ordersByCheckoutIntent.keys(),
			(intent) => ordersByCheckoutIntent.get(intent)?.some(isPaidBy(intent)) ?? false,
			"paid for several orders, but none of them refers to it now",
		),
		...findViolations(
			startedPayments,
			(id) => paymentIds.has(id),
			"was started, but the shop has no such payment",
		),
		...findViolations(
			chargedPayments,
			(id) => chargedIds.has(id),
			"was charged, but Stripe has no such charge",
		),
	];
}

/**
 * Checks the invariants after a restart: before the sweep, and again after it.
 * @param initialStock - pieces of each product in stock before the first order
 * @returns the totals of the payments, and the violations
 */
export async function checkInvariants(
	shop: RunningShop,
	productIds: string[],
	initialStock: number,
	log: WorkloadLog,
) {
	const stripe = createTestStripe(shop);
	async function check() {
		const violations = await findLostWrites(shop, log, await stripe.readLedger());
		violations.push(...(await findLostBaskets(shop, log)));
		for (const productId of productIds) {
			violations.push(...(await findStockProblems(shop, productId, initialStock)));
		}
		return violations;
	}
	const beforeSweep = await check();
	await sweepOpenPayments(shop);
	const ledger = await stripe.readLedger();
	const reconciliation = await reconcilePayments(shop.db, ledger);
	const { usedPayments, refunded, lost, differenceCents } = reconciliation;
	const violations = [
		...beforeSweep,
		...(await check()),
		...lost.map((id) => `${id} is lost`),
		...(await findRefundProblems(shop, ledger)),
	];
	if (differenceCents !== 0) {
		violations.push(`Stripe and the shop differ by ${differenceCents} cents`);
	}
	return { payments: reconciliation.payments, usedPayments, refunded, violations };
}
