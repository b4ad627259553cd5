import { and, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { EmailFailure } from "#contract/order-emails.ts";
import { redactQueryValues } from "#worker/db/failures.ts";
import { retry } from "#worker/db/retry.ts";
import type {
	contactEmails,
	orderEmails,
	quoteEmails,
	refundEmails,
	stockAlerts,
} from "#worker/db/schema.ts";
import { type Email, sendEmail, UndeliverableError } from "#worker/services/email.ts";
import { logError } from "#worker/services/log-error.ts";
import type { ShopContext } from "../context.ts";
import { type SweepResult, sweepEach } from "../sweep-each.ts";

/** The pause before the second attempt. It doubles with each further attempt. */
const firstPauseMs = 5 * 60 * 1000;
/** The attempts take ten and a half hours in total. */
const maxTries = 8;

/** How many emails of each outbox one run of the sweep sends. */
export const emailsPerSweep = 50;

type Outbox =
	| typeof contactEmails
	| typeof orderEmails
	| typeof quoteEmails
	| typeof refundEmails
	| typeof stockAlerts;

/** `outdated`: the email must no longer be sent. */
type Outcome = { sentAt: Date } | { failure: EmailFailure } | "outdated";

/** Rows of an outbox that one email covers, and how to write that email. */
export type QueuedEmail = {
	outbox: Outbox;
	/** Identifies a row, together with `where`. */
	key: SQLiteColumn;
	/** Selects the rows in the outbox, due or not. */
	where: SQL | undefined;
	/** Returns the fields with which rows that were not sent are logged. */
	getLogFields(keys: string[]): Record<string, string | number>;
	/**
	 * Writes the email about the rows with these keys.
	 * @returns the email and the keys of the rows that it covers; null if all rows are outdated. Rows that it does not cover count as outdated.
	 */
	write(keys: string[]): Promise<{ email: Email; keys: string[] } | null>;
	/**
	 * Stores the outcome, which ends the attempts for these rows. Must be safe to repeat.
	 * @param condition - selects the rows
	 */
	storeOutcome(condition: SQL | undefined, outcome: Outcome): PromiseLike<unknown>;
};

export const isDue = (outbox: Outbox, now: Date) =>
	and("sentAt" in outbox ? isNull(outbox.sentAt) : undefined, lte(outbox.nextTryAt, now));

/** Creates the `storeOutcome` of outboxes that keep their rows, because the Status page lists failed emails. */
export const createOutcomeWriter =
	({ db }: ShopContext, outbox: Exclude<Outbox, typeof stockAlerts>): QueuedEmail["storeOutcome"] =>
	(condition, outcome) =>
		outcome === "outdated"
			? db.delete(outbox).where(condition)
			: db
					.update(outbox)
					.set({ ...outcome, nextTryAt: null })
					.where(condition);

/**
 * A row that is reserved for this attempt. `nextTryAt` identifies the attempt, because it changes if the email is queued again in the
 * meantime.
 */
type ClaimedRow = { key: string; tries: number; nextTryAt: Date };

const getKeys = (claimedRows: ClaimedRow[]) => claimedRows.map(({ key }) => key);

/** Reserves all due rows, or none, for this Worker until their next attempt. */
async function claim({ db }: ShopContext, { outbox, key, where }: QueuedEmail, now: Date) {
	const nextTryAt = sql`${now.getTime()} + (${firstPauseMs} << ${outbox.tries})`;
	const rows = await retry(() =>
		db
			.update(outbox)
			.set({ tries: sql`${outbox.tries} + 1`, nextTryAt })
			.where(and(where, isDue(outbox, now)))
			.returning({ key: sql<string>`${key}`, tries: outbox.tries, nextTryAt: outbox.nextTryAt }),
	);
	return rows.flatMap(({ nextTryAt: at, ...row }): ClaimedRow[] =>
		at ? [{ ...row, nextTryAt: at }] : [],
	);
}

/** Matches the rows that have not been queued again since they were claimed. */
function isStillClaimed(
	{ outbox, key, where }: QueuedEmail,
	claimedRows: ClaimedRow[],
): SQL | undefined {
	const attempts = claimedRows.map((row) => [row.key, row.nextTryAt.getTime()]);
	const json = JSON.stringify(Object.fromEntries(attempts));
	return and(
		where,
		sql`(${key}, ${outbox.nextTryAt}) in (select json_each.key, json_each.value from json_each(${json}))`,
	);
}

const endAttempts = (email: QueuedEmail, claimedRows: ClaimedRow[], outcome: Outcome) =>
	retry(() => email.storeOutcome(isStillClaimed(email, claimedRows), outcome));

async function giveUp(email: QueuedEmail, claimedRows: ClaimedRow[], failure: EmailFailure) {
	await endAttempts(email, claimedRows, { failure });
	const tries = Math.min(maxTries, Math.max(...claimedRows.map((row) => row.tries)));
	const logFields = email.getLogFields(getKeys(claimedRows));
	console.error(JSON.stringify({ email: "given up", ...logFields, tries, failure }));
}

/**
 * Sends one email about the rows that are due. If the Worker or the database fails after the email was sent, it is sent again, which is
 * better than not at all.
 * @returns whether the email was sent
 * @throws if the email service did not accept the email and a retry is due later
 */
export async function sendQueuedEmail(
	shop: ShopContext,
	email: QueuedEmail,
	now: Date,
): Promise<boolean> {
	const claimedRows = await claim(shop, email, now);
	const exhaustedRows = claimedRows.filter(({ tries }) => tries > maxTries);
	if (exhaustedRows.length > 0) await giveUp(email, exhaustedRows, "given_up");
	const remainingRows = claimedRows.filter(({ tries }) => tries <= maxTries);
	if (remainingRows.length === 0) return false;
	const draft = await email.write(getKeys(remainingRows));
	const coveredKeys = new Set(draft?.keys);
	const outdatedRows = remainingRows.filter(({ key }) => !coveredKeys.has(key));
	if (outdatedRows.length > 0) await endAttempts(email, outdatedRows, "outdated");
	if (!draft) return false;
	const coveredRows = remainingRows.filter(({ key }) => coveredKeys.has(key));
	try {
		await sendEmail(shop.env, draft.email);
	} catch (error) {
		if (error instanceof UndeliverableError) {
			if (error.failure === "refused") logError("email refused", error.cause);
			await giveUp(email, coveredRows, error.failure);
			return false;
		}
		const logFields = email.getLogFields(getKeys(coveredRows));
		console.error(JSON.stringify({ email: "not sent", ...logFields }), redactQueryValues(error));
		throw error;
	}
	await endAttempts(email, coveredRows, { sentAt: new Date() });
	return true;
}

/**
 * Creates the sweep of an outbox.
 * @param findDue - returns at most `emailsPerSweep` due emails, longest waiting first
 */
export const createEmailSweep =
	<Due>(
		findDue: (shop: ShopContext, now: Date) => PromiseLike<Due[]>,
		createQueuedEmail: (shop: ShopContext, due: Due) => QueuedEmail,
	) =>
	async (shop: ShopContext, scheduledAt: Date): Promise<SweepResult> => {
		// If `now` were in the past, two runs could claim the same email.
		const now = new Date(Math.max(scheduledAt.getTime(), Date.now()));
		return sweepEach(await findDue(shop, now), (due) =>
			sendQueuedEmail(shop, createQueuedEmail(shop, due), now),
		);
	};
