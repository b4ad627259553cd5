import type { SandboxContext } from "../env.ts";
import { clockAhead } from "./clock.ts";
import { type DisputeStep, stepDispute } from "./disputes.ts";
import { StripeError } from "./errors.ts";
import { disputes, refunds } from "./objects.ts";
import { type RefundEnd, settleRefund } from "./refunds.ts";
import { nextTaskDue, type Task, takeDueTasks } from "./tasks.ts";

/** Runs what is due by now: settles refunds, ends disputes. */
export function runDueTasks(context: SandboxContext): void {
	for (const task of takeDueTasks(context)) {
		try {
			context.atomically(() => run(context, task));
		} catch (error) {
			// Somebody has settled it by hand meanwhile.
			if (!(error instanceof StripeError)) throw error;
		}
	}
}

/** Returns the time of the next task, by the real clock, or null. */
export function nextDue(context: SandboxContext): number | null {
	const dues = [context.deliveries.nextDue(), nextTaskDue(context)].filter((due) => due !== null);
	return dues.length === 0 ? null : Math.min(...dues) - clockAhead(context.store);
}

const refundEnds: RefundEnd["outcome"][] = ["succeeded", "failed", "canceled"];
const disputeSteps: DisputeStep[] = ["won", "lost", "escalated"];

function run(context: SandboxContext, { what, subject, outcome }: Task): void {
	if (what === "refund") {
		const refund = context.store.get(refunds, subject);
		const end = refundEnds.find((each) => each === outcome);
		if (refund && end) settleRefund(context, refund, { outcome: end });
		return;
	}
	const dispute = context.store.get(disputes, subject);
	const step = disputeSteps.find((each) => each === outcome);
	if (dispute && step) stepDispute(context, dispute, step);
}
