import { and, asc, desc, eq, isNotNull, lte, notExists, sql } from "drizzle-orm";
import { retry, retryBatch } from "#worker/db/retry.ts";
import { orders, paymentOrders, payments } from "#worker/db/schema.ts";
import { isStripeUnreachable } from "#worker/services/stripe.ts";
import type { Shop } from "../context.ts";
import { forLog } from "../errors.ts";
import { type SweepResult, sweepEach } from "../sweep-each.ts";
import {
	checksUntilAbandoned,
	isCheckDue,
	markCanceled,
	nextCheckAt,
	stopChecks,
} from "./payment-rows.ts";
import { cancelPayment, type Settlement, settlePayment } from "./settle.ts";

/** A run checks this many payments with the fewest checks, and this many that have waited longest. */
const [fewestChecksLimit, longestWaitsLimit] = [80, 20];

/** After this many failures in a row, the remaining payments wait for the next run. */
const failuresUntilUnavailable = 5;

const noResponse = "Stripe did not respond";

type DuePayment = typeof payments.$inferSelect;

/**
 * Cancels a payment that has been open for a week, or has an order that was canceled or paid in another way while the payment was started,
 * unless a bank is processing it.
 */
async function cancelAbandoned(shop: Shop, { id, checks }: DuePayment): Promise<boolean> {
	const { db } = shop;
	const isUnpaid = and(eq(orders.id, paymentOrders.orderId), eq(orders.state, "unpaid"));
	const unpaid = db.select({ id: orders.id }).from(orders).where(isUnpaid);
	const isOfPayment = eq(paymentOrders.paymentId, id);
	const settledOrders = await db.$count(paymentOrders, and(isOfPayment, notExists(unpaid)));
	if (settledOrders === 0 && checks < checksUntilAbandoned) return false;
	return cancelPayment(shop, id, "abandoned");
}

/** Ends the checks of a payment that Stripe does not know, or that is not the shop's. A paid or refunded payment keeps its status. */
async function closeUnsettleable(shop: Shop, { id, status, problem }: DuePayment, reason: string) {
	if (status === "open") await markCanceled(shop, id);
	else if (status === "cancelled") await stopChecks(shop, id, null);
	else await stopChecks(shop, id, status === "paid" ? reason : problem);
}

const unsettleableProblems: Partial<Record<Settlement, string>> = {
	unknown: "Stripe does not know this payment",
	other_app: "not a payment of this shop",
};

/** `isClosed`: whether an open payment is no longer open after this check. */
async function checkPayment(shop: Shop, due: DuePayment) {
	const settlement = await settlePayment(shop, due.id);
	const isOpen = due.status === "open";
	if (settlement === "open") return { isClosed: await cancelAbandoned(shop, due) };
	const problem = unsettleableProblems[settlement];
	if (problem === undefined) return { isClosed: isOpen && settlement !== "owed" };
	const isLastCheck = due.checks >= checksUntilAbandoned || (isOpen && settlement === "other_app");
	if (!isLastCheck) return { isClosed: false, problem };
	await closeUnsettleable(shop, due, problem);
	return { isClosed: isOpen };
}

/** Keeps the problem of a refunded payment, which is the reason for the refund. */
const unlessRefunded = (problem: string) =>
	sql`case when ${payments.refundId} is null then ${problem} else ${payments.problem} end`;

/** @param isChecked false if Stripe was unavailable, so that the pause stays short */
const scheduleNextCheck = (
	{ db }: Shop,
	{ id, checks }: DuePayment,
	problem?: string,
	isChecked = true,
) =>
	retry(() =>
		db
			.update(payments)
			.set({
				nextCheckAt: nextCheckAt(isChecked ? checks : 0),
				...(isChecked && { checks: checks + 1 }),
				...(problem !== undefined && { problem: unlessRefunded(problem), updatedAt: new Date() }),
			})
			.where(and(eq(payments.id, id), isNotNull(payments.nextCheckAt))),
	);

async function checkDuePayment(shop: Shop, due: DuePayment): Promise<boolean> {
	try {
		const { isClosed, problem } = await checkPayment(shop, due);
		await scheduleNextCheck(shop, due, problem);
		return isClosed;
	} catch (error) {
		if (isStripeUnreachable(error)) await scheduleNextCheck(shop, due, noResponse, false);
		else {
			console.error("payment", due.id, forLog(error));
			await scheduleNextCheck(shop, due, "could not be settled");
		}
		throw error;
	}
}

async function readDuePayments({ db }: Shop, now: number): Promise<DuePayment[]> {
	const [fewest, longest] = await retryBatch(db, [
		db
			.select()
			.from(payments)
			.where(isCheckDue(now))
			.orderBy(asc(payments.checks), desc(payments.nextCheckAt))
			.limit(fewestChecksLimit),
		db
			.select()
			.from(payments)
			.where(and(isNotNull(payments.nextCheckAt), lte(payments.nextCheckAt, new Date(now))))
			.orderBy(asc(payments.nextCheckAt))
			.limit(longestWaitsLimit),
	]);
	return [...new Map([...fewest, ...longest].map((due) => [due.id, due])).values()];
}

/** Stops early if Stripe is unavailable. @param now ms since 1970 */
export async function sweepPayments(shop: Shop, now = Date.now()): Promise<SweepResult> {
	const due = await readDuePayments(shop, now);
	let [failuresInRow, responses, inFlight] = [0, 0, 0];
	const unchecked: DuePayment[] = [];
	const countResponse = () => {
		failuresInRow = 0;
		responses += 1;
	};
	const check = async (payment: DuePayment) => {
		inFlight += 1;
		try {
			const isClosed = await checkDuePayment(shop, payment);
			countResponse();
			return isClosed;
		} catch (error) {
			if (isStripeUnreachable(error)) {
				failuresInRow += 1;
				unchecked.push(payment);
			} else countResponse();
			throw error;
		} finally {
			inFlight -= 1;
		}
	};
	// After a failure, checks in flight may fail too, so no more are started than the failure limit allows.
	const isStripeDown = () =>
		failuresInRow > 0 && failuresInRow + inFlight >= failuresUntilUnavailable;
	const swept = await sweepEach(due, check, isStripeDown);
	// Stripe responded to other checks, so it is available, and the failed ones count as checks.
	if (responses > 0)
		for (const payment of unchecked) await scheduleNextCheck(shop, payment, noResponse);
	return swept;
}
