import type { World } from "../env.ts";
import { clockAhead } from "./clock.ts";
import { type DisputeStep, stepDispute } from "./disputes.ts";
import { StripeError } from "./errors.ts";
import { disputes, refunds } from "./objects.ts";
import { type RefundEnd, settleRefund } from "./refunds.ts";
import { nextTaskDue, type Task, takeDueTasks } from "./tasks.ts";

/** Does what Stripe was to do by now: settles refunds, ends disputes. */
export function runDueTasks(world: World): void {
	for (const task of takeDueTasks(world)) {
		try {
			world.atomically(() => run(world, task));
		} catch (error) {
			// Somebody has settled it by hand meanwhile.
			if (!(error instanceof StripeError)) throw error;
		}
	}
}

/** Tells when there is something to do next, by the real clock, or null when there is nothing. */
export function nextDue(world: World): number | null {
	const dues = [world.deliveries.nextDue(), nextTaskDue(world)].filter((due) => due !== null);
	return dues.length === 0 ? null : Math.min(...dues) - clockAhead(world.store);
}

const refundEnds: RefundEnd["outcome"][] = ["succeeded", "failed", "canceled"];
const disputeSteps: DisputeStep[] = ["won", "lost", "escalated"];

function run(world: World, { what, subject, outcome }: Task): void {
	if (what === "refund") {
		const refund = world.store.get(refunds, subject);
		const end = refundEnds.find((each) => each === outcome);
		if (refund && end) settleRefund(world, refund, { outcome: end });
		return;
	}
	const dispute = world.store.get(disputes, subject);
	const step = disputeSteps.find((each) => each === outcome);
	if (dispute && step) stepDispute(world, dispute, step);
}
