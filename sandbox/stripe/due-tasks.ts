import type { SandboxContext } from "../env.ts";
import { readClockOffsetMs } from "./clock.ts";
import { advanceDispute, type DisputeStep } from "./disputes.ts";
import { StripeError } from "./errors.ts";
import { disputes, refunds } from "./objects.ts";
import { type RefundSettlement, settleRefund } from "./refunds.ts";
import { getNextTaskDueMs, type Task, takeDueTasks } from "./tasks.ts";

/** Runs the tasks that are due: settles refunds and advances disputes. */
export function runDueTasks(context: SandboxContext): void {
	for (const task of takeDueTasks(context)) {
		try {
			context.atomically(() => executeTask(context, task));
		} catch (error) {
			// The refund or dispute was already settled by a Dashboard action.
			if (!(error instanceof StripeError)) throw error;
		}
	}
}

/** Returns when the next task or webhook is due, in real time (ms since 1970), or null if there is none. */
export function getNextDueMs(context: SandboxContext): number | null {
	const dueTimes = [context.deliveries.getNextDueMs(), getNextTaskDueMs(context)].filter(
		(dueMs) => dueMs !== null,
	);
	return dueTimes.length === 0 ? null : Math.min(...dueTimes) - readClockOffsetMs(context.store);
}

const refundOutcomes: RefundSettlement["outcome"][] = ["succeeded", "failed", "canceled"];
const disputeSteps: DisputeStep[] = ["won", "lost", "escalated"];

function executeTask(context: SandboxContext, { objectType, objectId, outcome }: Task): void {
	if (objectType === "refund") {
		const refund = context.store.get(refunds, objectId);
		const refundOutcome = refundOutcomes.find((candidate) => candidate === outcome);
		if (refund && refundOutcome) settleRefund(context, refund, { outcome: refundOutcome });
		return;
	}
	const dispute = context.store.get(disputes, objectId);
	const step = disputeSteps.find((candidate) => candidate === outcome);
	if (dispute && step) advanceDispute(context, dispute, step);
}
