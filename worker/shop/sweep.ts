import { lt } from "drizzle-orm";
import { sweepSessions } from "#worker/auth/sessions.ts";
import type { QueryStats } from "#worker/db/client.ts";
import { retryBatch } from "#worker/db/retry.ts";
import { sweepRuns } from "#worker/db/schema.ts";
import { sweepSubscriptions } from "./contact/newsletter.ts";
import { sweepContactEmails } from "./contact/outbox.ts";
import type { ShopContext } from "./context.ts";
import { sweepOrderEmails } from "./emails/send-order-emails.ts";
import { sweepRefundEmails } from "./emails/send-refund-emails.ts";
import { sweepStockAlerts } from "./emails/send-stock-alerts.ts";
import { redactQueryValues } from "./errors.ts";
import { sweepUploads } from "./images/sweep.ts";
import { sweepImports } from "./imports/apply.ts";
import { sweepUnpaidOrders } from "./orders/expire.ts";
import { sweepPaymentLinks } from "./orders/payment-link-rows.ts";
import { sweepRefunds } from "./payments/send-refund.ts";
import { sweepPayments } from "./payments/sweep.ts";
import { sweepEvents } from "./payments/webhook.ts";
import { sweepPurges } from "./purges.ts";
import { sweepQuoteEmails } from "./quotes/email.ts";
import { type SweepResult, statementBudget } from "./sweep-each.ts";

const noItems: SweepResult = { found: 0, fixed: 0, failed: 0 };

/**
 * D1 allows 1,000 statements per Worker invocation. The tasks share 600 of them, and the other 400 are for items in progress when a budget
 * runs out. Each task may use half of what is left, and leaves its remaining items to the next run. Even if nothing is left, a task
 * processes its five most urgent items, so that a backlog never blocks the tasks after it.
 */
const statementsForTasks = 600;

const retentionMs = 2 * 24 * 60 * 60 * 1000;

type Task = (shop: ShopContext, now: Date) => Promise<SweepResult>;

/**
 * The tasks run in this order. Expired sessions, old payment links, events and unconfirmed subscriptions are deleted without being counted.
 */
const tasks: Record<string, Task> = {
	sessions: ({ db }) => sweepSessions(db).then(() => noItems),
	"payment links": (shop, now) => sweepPaymentLinks(shop, now).then(() => noItems),
	events: (shop, now) => sweepEvents(shop, now).then(() => noItems),
	payments: (shop) => sweepPayments(shop),
	// After the payments, so that a charge is settled before its order expires.
	"unpaid orders": sweepUnpaidOrders,
	refunds: sweepRefunds,
	emails: sweepOrderEmails,
	"refund emails": sweepRefundEmails,
	"stock alerts": sweepStockAlerts,
	"contact emails": sweepContactEmails,
	"quote emails": sweepQuoteEmails,
	newsletter: (shop, now) => sweepSubscriptions(shop, now).then(() => noItems),
	uploads: sweepUploads,
	imports: sweepImports,
	// Purges the pages that the other tasks have made stale, so it must be last.
	purges: sweepPurges,
};

type TaskResult = SweepResult & { name: string; hasCrashed: boolean };

async function runTask(
	name: string,
	task: Task,
	shop: ShopContext,
	now: Date,
): Promise<TaskResult> {
	try {
		return { name, ...(await task(shop, now)), hasCrashed: false };
	} catch (error) {
		console.error("sweep", name, redactQueryValues(error));
		return { name, ...noItems, failed: 1, hasCrashed: true };
	}
}

const sumResults = (results: TaskResult[], key: keyof SweepResult) =>
	results.reduce((sum, result) => sum + result[key], 0);

/** Stores the result for `/dashbord/status`, and deletes old results. */
async function recordRun(
	{ db }: ShopContext,
	startedAt: Date,
	results: TaskResult[],
): Promise<void> {
	const failedTasks = results.filter(({ failed }) => failed > 0).map(({ name }) => name);
	const run = {
		startedAt,
		ms: Date.now() - startedAt.getTime(),
		found: sumResults(results, "found"),
		fixed: sumResults(results, "fixed"),
		failed: sumResults(results, "failed"),
		failedTasks: failedTasks.join(", ") || null,
	};
	console.log(JSON.stringify({ sweep: run }));
	const retainedSince = new Date(startedAt.getTime() - retentionMs);
	await retryBatch(db, [
		db.insert(sweepRuns).values(run).onConflictDoNothing(),
		db.delete(sweepRuns).where(lt(sweepRuns.startedAt, retainedSince)),
	]);
}

/**
 * @param now - the scheduled time of the cron trigger
 * @param queryStats - counts the statements of `shop`
 * @throws if a task crashed, so that Cloudflare counts the run as failed
 */
export async function sweep(shop: ShopContext, now: Date, queryStats: QueryStats): Promise<void> {
	const startedAt = new Date();
	const results: TaskResult[] = [];
	for (const [name, task] of Object.entries(tasks)) {
		const { statements } = queryStats;
		const budgetEnd = statements + Math.max(0, statementsForTasks - statements) / 2;
		const isBudgetUsed = () => queryStats.statements >= budgetEnd;
		results.push(await statementBudget.run(isBudgetUsed, () => runTask(name, task, shop, now)));
	}
	await recordRun(shop, startedAt, results);
	const crashedTasks = results.filter(({ hasCrashed }) => hasCrashed).map(({ name }) => name);
	if (crashedTasks.length > 0)
		throw new Error(`These sweep tasks crashed: ${crashedTasks.join(", ")}`);
}
