import { and, asc, desc, eq, isNotNull, sql } from "drizzle-orm";
import { retry } from "#worker/db/retry.ts";
import { payments } from "#worker/db/schema.ts";
import { cancelIntent } from "#worker/services/intents.ts";
import { isStripeAway } from "#worker/services/stripe-call.ts";
import type { Shop } from "../context.ts";
import { findOrder } from "../orders/read.ts";
import { forLog } from "../refusal.ts";
import { type Swept, sweepEach } from "../swept.ts";
import { checksUntilAbandoned, isDue, nextCheckAt } from "./checks.ts";
import { markCancelled } from "./records.ts";
import { releasePayments } from "./release.ts";
import { type Settlement, settlePayment } from "./settle.ts";

/** Payments looked at in one run; the rest waits for the next, five minutes later. */
const batchSize = 100;

/** So many failures in a row, with no answer in between, and Stripe is away: the rest waits for the next run. */
const failuresUntilAway = 5;

const noAnswer = "Stripe did not answer";

type Due = Pick<typeof payments.$inferSelect, "id" | "orderId" | "checks" | "status">;

/** Cancels what nobody has paid for a week. @returns whether it is closed; not where a bank is at work on it */
async function cancelAbandoned(shop: Shop, { id }: Due): Promise<boolean> {
	if (!(await cancelIntent(shop.env, id, "abandoned"))) return false;
	await markCancelled(shop, id);
	return true;
}

/** @returns whether an open payment is closed now */
async function lookAt(
	shop: Shop,
	due: Due,
): Promise<{ settlement: Settlement; isClosed: boolean }> {
	const settlement = await settlePayment(shop, due.id);
	if (settlement !== "open" && settlement !== "unknown") {
		return { settlement, isClosed: settlement !== "owed" && due.status === "open" };
	}
	if (settlement === "open" && !(await findOrder(shop, due.orderId))) {
		await releasePayments(shop, due.orderId);
	}
	const isAbandoned = due.checks >= checksUntilAbandoned;
	return { settlement, isClosed: isAbandoned && (await cancelAbandoned(shop, due)) };
}

/** Why money was refunded is not written over. */
const unlessRefunded = (problem: string) =>
	sql`case when ${payments.refundId} is null then ${problem} else ${payments.problem} end`;

/** Puts the next look off: twice as long each time. What is closed by now has no next look. */
const putOff = ({ db }: Shop, { id, checks }: Due, problem?: string) =>
	retry(() =>
		db
			.update(payments)
			.set({
				checks: checks + 1,
				nextCheckAt: nextCheckAt(checks),
				...(problem !== undefined && { problem: unlessRefunded(problem), updatedAt: new Date() }),
			})
			.where(and(eq(payments.id, id), isNotNull(payments.nextCheckAt))),
	);

/** While Stripe is away nothing is learned of a payment: its pauses do not grow. */
const putOffBriefly = ({ db }: Shop, { id }: Due) =>
	retry(() =>
		db
			.update(payments)
			.set({
				nextCheckAt: nextCheckAt(0),
				problem: unlessRefunded(noAnswer),
				updatedAt: new Date(),
			})
			.where(and(eq(payments.id, id), isNotNull(payments.nextCheckAt))),
	);

/** @returns whether it is closed now @throws what kept it from that, once it is noted for the admin */
async function sweepOne(shop: Shop, due: Due): Promise<boolean> {
	try {
		const { settlement, isClosed } = await lookAt(shop, due);
		const isUnknown = settlement === "unknown" && !isClosed;
		await putOff(shop, due, isUnknown ? "Stripe does not know this payment" : undefined);
		return isClosed;
	} catch (error) {
		if (isStripeAway(error)) await putOffBriefly(shop, due);
		else {
			console.error("payment", due.id, forLog(error));
			await putOff(shop, due, "could not be settled");
		}
		throw error;
	}
}

/**
 * Follows the payments whose end is not known: settles what was charged, cancels what belongs to a deleted order or was
 * abandoned, asks how refunds and disputes stand, and once a day whether paid orders may still be shipped. Those that were looked at least often come first, so that old ones keep no new
 * one from its turn. What it cannot close shows to the admin. Ends early when Stripe is away.
 * @param now payments due by then (ms since 1970)
 */
export async function sweepPayments(shop: Shop, now = Date.now()): Promise<Swept> {
	const due = await shop.db
		.select({
			id: payments.id,
			orderId: payments.orderId,
			checks: payments.checks,
			status: payments.status,
		})
		.from(payments)
		.where(isDue(now))
		.orderBy(asc(payments.checks), desc(payments.nextCheckAt))
		.limit(batchSize)
		.all();
	let [failuresInRow, answers] = [0, 0];
	const unanswered: Due[] = [];
	const noteAnswer = () => {
		failuresInRow = 0;
		answers += 1;
	};
	const work = async (one: Due) => {
		try {
			const isClosed = await sweepOne(shop, one);
			noteAnswer();
			return isClosed;
		} catch (error) {
			if (isStripeAway(error)) {
				failuresInRow += 1;
				unanswered.push(one);
			} else noteAnswer();
			throw error;
		}
	};
	const swept = await sweepEach(due, work, () => failuresInRow >= failuresUntilAway);
	// Others had an answer: it is not Stripe that is away.
	if (answers > 0) for (const one of unanswered) await putOff(shop, one, noAnswer);
	return swept;
}
