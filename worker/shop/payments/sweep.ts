import { and, asc, desc, eq, isNotNull, lte, notExists, sql } from "drizzle-orm";
import { retry, retryBatch } from "#worker/db/retry.ts";
import { orders, paymentOrders, payments } from "#worker/db/schema.ts";
import { isStripeUnreachable } from "#worker/services/stripe.ts";
import type { ShopContext } from "../context.ts";
import { redactQueryValues } from "../errors.ts";
import { type SweepResult, sweepEach } from "../sweep-each.ts";
import {
	checksUntilAbandoned,
	getNextCheckAt,
	isCheckDue,
	markCanceled,
	stopChecks,
} from "./payment-rows.ts";
import { cancelPayment, type Settlement, settlePayment } from "./settle.ts";

/** A run checks the 80 due payments with the fewest checks, and the 20 that have waited longest. */
const [fewestChecksLimit, longestWaitsLimit] = [80, 20];

/** After this many consecutive failures, the remaining payments wait for the next run. */
const maxConsecutiveFailures = 5;

const noResponseProblem = "Stripe did not respond";

type DuePayment = typeof payments.$inferSelect;

/**
 * Cancels a payment that has been open for a week, or has an order that was canceled or paid for in another way while the payment was being
 * started. A payment that a bank is processing is not canceled.
 * @returns whether the payment was canceled
 */
async function cancelAbandoned(shop: ShopContext, { id, checks }: DuePayment): Promise<boolean> {
	const { db } = shop;
	const isUnpaid = and(eq(orders.id, paymentOrders.orderId), eq(orders.state, "unpaid"));
	const unpaidOrders = db.select({ id: orders.id }).from(orders).where(isUnpaid);
	const isOfPayment = eq(paymentOrders.paymentId, id);
	const settledOrderCount = await db.$count(
		paymentOrders,
		and(isOfPayment, notExists(unpaidOrders)),
	);
	if (settledOrderCount === 0 && checks < checksUntilAbandoned) return false;
	return cancelPayment(shop, id, "abandoned");
}

/**
 * Stops the checks of a payment that Stripe does not know or that belongs to another shop or app. A paid or refunded payment keeps its
 * status.
 */
async function closeUnknownOrForeign(
	shop: ShopContext,
	{ id, status, problem }: DuePayment,
	reason: string,
) {
	if (status === "open") await markCanceled(shop, id);
	else if (status === "cancelled") await stopChecks(shop, id, null);
	else await stopChecks(shop, id, status === "paid" ? reason : problem);
}

const problemBySettlement: Partial<Record<Settlement, string>> = {
	unknown: "Stripe does not know this payment",
	foreign: "not a payment of this shop",
};

/** `isClosed`: whether the check closed a payment that was open. */
async function checkPayment(shop: ShopContext, payment: DuePayment) {
	const settlement = await settlePayment(shop, payment.id);
	const wasOpen = payment.status === "open";
	if (settlement === "open") return { isClosed: await cancelAbandoned(shop, payment) };
	const problem = problemBySettlement[settlement];
	if (problem === undefined) return { isClosed: wasOpen && settlement !== "owed" };
	const isLastCheck =
		payment.checks >= checksUntilAbandoned || (wasOpen && settlement === "foreign");
	if (!isLastCheck) return { isClosed: false, problem };
	await closeUnknownOrForeign(shop, payment, problem);
	return { isClosed: wasOpen };
}

/** A refunded payment keeps its problem, which is the reason for the refund. */
const keepRefundReason = (problem: string) =>
	sql`case when ${payments.refundId} is null then ${problem} else ${payments.problem} end`;

/** @param isChecked - false if Stripe was unavailable: the check does not count, and the next one follows soon */
const scheduleNextCheck = (
	{ db }: ShopContext,
	{ id, checks }: DuePayment,
	problem?: string,
	isChecked = true,
) =>
	retry(() =>
		db
			.update(payments)
			.set({
				nextCheckAt: getNextCheckAt(isChecked ? checks : 0),
				...(isChecked && { checks: checks + 1 }),
				...(problem !== undefined && { problem: keepRefundReason(problem), updatedAt: new Date() }),
			})
			.where(and(eq(payments.id, id), isNotNull(payments.nextCheckAt))),
	);

async function checkAndReschedule(shop: ShopContext, payment: DuePayment): Promise<boolean> {
	try {
		const { isClosed, problem } = await checkPayment(shop, payment);
		await scheduleNextCheck(shop, payment, problem);
		return isClosed;
	} catch (error) {
		if (isStripeUnreachable(error))
			await scheduleNextCheck(shop, payment, noResponseProblem, false);
		else {
			console.error("payment", payment.id, redactQueryValues(error));
			await scheduleNextCheck(shop, payment, "could not be settled");
		}
		throw error;
	}
}

async function readDuePayments({ db }: ShopContext, now: number): Promise<DuePayment[]> {
	const [fewestChecks, longestWaits] = await retryBatch(db, [
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
	return [...new Map([...fewestChecks, ...longestWaits].map((row) => [row.id, row])).values()];
}

/**
 * Checks payments that are due. Stops early if Stripe is unavailable.
 * @param now - ms since 1970
 */
export async function sweepPayments(shop: ShopContext, now = Date.now()): Promise<SweepResult> {
	const duePayments = await readDuePayments(shop, now);
	let [consecutiveFailures, responseCount, inFlightCount] = [0, 0, 0];
	const unreachable: DuePayment[] = [];
	const countResponse = () => {
		consecutiveFailures = 0;
		responseCount += 1;
	};
	const check = async (payment: DuePayment) => {
		inFlightCount += 1;
		try {
			const isClosed = await checkAndReschedule(shop, payment);
			countResponse();
			return isClosed;
		} catch (error) {
			if (isStripeUnreachable(error)) {
				consecutiveFailures += 1;
				unreachable.push(payment);
			} else countResponse();
			throw error;
		} finally {
			inFlightCount -= 1;
		}
	};
	// After a first failure, the checks in flight count as failures, because they will probably fail too.
	const isStripeDown = () =>
		consecutiveFailures > 0 && consecutiveFailures + inFlightCount >= maxConsecutiveFailures;
	const result = await sweepEach(duePayments, check, isStripeDown);
	// Stripe was available for other checks, so the checks that got no response count too.
	if (responseCount > 0)
		for (const payment of unreachable) await scheduleNextCheck(shop, payment, noResponseProblem);
	return result;
}
