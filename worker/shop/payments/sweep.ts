import { and, asc, desc, eq, isNotNull, lte, sql } from "drizzle-orm";
import { retry } from "#worker/db/retry.ts";
import { payments } from "#worker/db/schema.ts";
import { isStripeUnreachable } from "#worker/services/stripe.ts";
import type { Shop } from "../context.ts";
import { forLog } from "../errors.ts";
import { findOrder } from "../orders/read.ts";
import { type SweepResult, sweepEach } from "../sweep-each.ts";
import { checksUntilAbandoned, isDue, markCancelled, nextCheckAt, unfollow } from "./records.ts";
import { cancelPayment, releasePayments, type Settlement, settlePayment } from "./settle.ts";

/**
 * Payments checked in one run: first those checked least often, then those that have waited longest. The rest waits for the next
 * run, five minutes later.
 */
const [fewestChecks, longestWaits] = [80, 20];

/** After so many failures in a row Stripe counts as unavailable, and the rest waits for the next run. */
const failuresUntilAway = 5;

const noAnswer = "Stripe did not answer";

type Due = typeof payments.$inferSelect;

/** Cancels a payment that was left unpaid for a week, or whose order is gone; not while a bank processes it. */
async function cancelAbandoned(shop: Shop, { id, orderId, checks }: Due): Promise<boolean> {
	if (!(await findOrder(shop, orderId))) await releasePayments(shop, orderId);
	if (checks < checksUntilAbandoned) return false;
	return cancelPayment(shop, id, "abandoned");
}

/** Closes a payment that can no longer be checked. A paid or refunded one keeps its status. */
async function giveUp(shop: Shop, { id, status, problem }: Due, why: string): Promise<void> {
	if (status === "open") await markCancelled(shop, id);
	else if (status === "cancelled") await unfollow(shop, id, null);
	else await unfollow(shop, id, status === "paid" ? why : problem);
}

/** What the admin reads about a payment that the shop cannot retrieve. */
const lostProblems: Partial<Record<Settlement, string>> = {
	unknown: "Stripe does not know this payment",
	other_app: "not a payment of this shop",
};

/** `isClosed`: whether an open payment is closed now. `problem`: for the admin. */
async function lookAt(shop: Shop, due: Due): Promise<{ isClosed: boolean; problem?: string }> {
	const settlement = await settlePayment(shop, due.id);
	const isOpen = due.status === "open";
	if (settlement === "open") return { isClosed: await cancelAbandoned(shop, due) };
	const problem = lostProblems[settlement];
	if (problem === undefined) return { isClosed: isOpen && settlement !== "owed" };
	const isOver = due.checks >= checksUntilAbandoned || (isOpen && settlement === "other_app");
	if (!isOver) return { isClosed: false, problem };
	await giveUp(shop, due, problem);
	return { isClosed: isOpen };
}

/** The reason of a refund stays. */
const unlessRefunded = (problem: string) =>
	sql`case when ${payments.refundId} is null then ${problem} else ${payments.problem} end`;

/** Schedules the next check, unless the payment is closed by now. `isLonger`: not where Stripe could not be asked. */
const putOff = ({ db }: Shop, { id, checks }: Due, problem?: string, isLonger = true) =>
	retry(() =>
		db
			.update(payments)
			.set({
				nextCheckAt: nextCheckAt(isLonger ? checks : 0),
				...(isLonger && { checks: checks + 1 }),
				...(problem !== undefined && { problem: unlessRefunded(problem), updatedAt: new Date() }),
			})
			.where(and(eq(payments.id, id), isNotNull(payments.nextCheckAt))),
	);

async function sweepOne(shop: Shop, due: Due): Promise<boolean> {
	try {
		const { isClosed, problem } = await lookAt(shop, due);
		await putOff(shop, due, problem);
		return isClosed;
	} catch (error) {
		if (isStripeUnreachable(error)) await putOff(shop, due, noAnswer, false);
		else {
			console.error("payment", due.id, forLog(error));
			await putOff(shop, due, "could not be settled");
		}
		throw error;
	}
}

async function readDue({ db }: Shop, now: number): Promise<Due[]> {
	const [fewest, longest] = await retry(() =>
		db.batch([
			db
				.select()
				.from(payments)
				.where(isDue(now))
				.orderBy(asc(payments.checks), desc(payments.nextCheckAt))
				.limit(fewestChecks),
			db
				.select()
				.from(payments)
				.where(and(isNotNull(payments.nextCheckAt), lte(payments.nextCheckAt, new Date(now))))
				.orderBy(asc(payments.nextCheckAt))
				.limit(longestWaits),
		]),
	);
	return [...new Map([...fewest, ...longest].map((due) => [due.id, due])).values()];
}

/**
 * Checks payments that are not final: settles charged ones, cancels abandoned ones and those of deleted orders, updates refunds
 * and disputes, and once a day checks whether paid orders may still be shipped. Ends early when Stripe is unavailable.
 * @param now ms since 1970
 */
export async function sweepPayments(shop: Shop, now = Date.now()): Promise<SweepResult> {
	const due = await readDue(shop, now);
	let [failuresInRow, answers, inFlight] = [0, 0, 0];
	const unanswered: Due[] = [];
	const noteAnswer = () => {
		failuresInRow = 0;
		answers += 1;
	};
	const work = async (one: Due) => {
		inFlight += 1;
		try {
			const isClosed = await sweepOne(shop, one);
			noteAnswer();
			return isClosed;
		} catch (error) {
			if (isStripeUnreachable(error)) {
				failuresInRow += 1;
				unanswered.push(one);
			} else noteAnswer();
			throw error;
		} finally {
			inFlight -= 1;
		}
	};
	// After a failure the checks in flight may fail too: start no more than the limit of failures allows.
	const isAway = () => failuresInRow > 0 && failuresInRow + inFlight >= failuresUntilAway;
	const swept = await sweepEach(due, work, isAway);
	// Others got a response, so Stripe is available.
	if (answers > 0) for (const one of unanswered) await putOff(shop, one, noAnswer);
	return swept;
}
