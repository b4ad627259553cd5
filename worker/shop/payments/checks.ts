import { and, eq, gt, isNotNull, lte, or, sql } from "drizzle-orm";
import { retry } from "#worker/db/retry.ts";
import { payments } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

const minute = 60 * 1000;
/** Milliseconds that the browser and the webhook have before the sweep looks. */
const firstPauseMs = 2 * minute;
/** Milliseconds until the sweep looks again; twice as long each time, a day at most. */
const [secondPauseMs, longestPauseMs] = [5 * minute, 24 * 60 * minute];

/** From this many checks on the pause is a day. */
const checksUntilDaily = 9;

/** The pauses before this many checks add up to a week: then nobody is going to pay, and the intent is cancelled. */
export const checksUntilAbandoned = 15;

/** @param now ms since 1970 @returns when the sweep looks at a payment that was just opened */
export const firstCheckAt = (now = Date.now()) => new Date(now + firstPauseMs);

/** @param checks how often the sweep has looked @returns when it looks again */
export const nextCheckAt = (checks: number, now = Date.now()) =>
	new Date(now + Math.min(secondPauseMs * 2 ** checks, longestPauseMs));

/** A paid order is looked at once a day until it is shipped, lest a webhook about a refund or a dispute was lost. */
export const dailyChecks = () => ({
	nextCheckAt: new Date(Date.now() + longestPauseMs),
	checks: checksUntilDaily,
});

/**
 * Whose turn it is: where the sweep's time has come, and where it lies further ahead than any pause, as after a clock was set back.
 * @param now ms since 1970
 */
export const isDue = (now: number) =>
	and(
		isNotNull(payments.nextCheckAt),
		or(
			lte(payments.nextCheckAt, new Date(now)),
			gt(
				payments.nextCheckAt,
				sql`${now} + min(${secondPauseMs} * (1 << min(${payments.checks}, 20)), ${longestPauseMs})`,
			),
		),
	);

/** Somebody opens the payment page again: the sweep looks at an open payment as at a new one, and does not cancel it meanwhile. */
export const restartChecks = ({ db }: Shop, intentId: string) =>
	retry(() =>
		db
			.update(payments)
			.set({ nextCheckAt: firstCheckAt(), checks: 0 })
			.where(and(eq(payments.id, intentId), eq(payments.status, "open"))),
	);
