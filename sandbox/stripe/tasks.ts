import * as v from "valibot";
import type { SandboxContext } from "../env.ts";
import type { DocumentKind } from "../store.ts";
import { nowMs } from "./clock.ts";
import { newId } from "./ids.ts";

const task = v.object({
	id: v.string(),
	/** Ms since 1970, on the sandbox's clock. */
	dueMs: v.number(),
	objectType: v.picklist(["refund", "dispute"]),
	objectId: v.string(),
	outcome: v.string(),
});

export type Task = v.InferOutput<typeof task>;

const tasks: DocumentKind<Task> = { name: "scheduled-task", schema: task };

/** Schedules an action of Stripe, a bank or a card network, which happens later without a request. */
export function scheduleTask(
	context: SandboxContext,
	delayMs: number,
	{ objectType, objectId, outcome }: Omit<Task, "id" | "dueMs">,
): void {
	const id = newId("task");
	const dueMs = nowMs(context) + delayMs;
	context.store.put(tasks, id, { id, dueMs, objectType, objectId, outcome });
	context.scheduleAlarm();
}

/** Removes and returns the tasks that are due, the earliest first. */
export function takeDueTasks(context: SandboxContext): Task[] {
	const now = nowMs(context);
	const dueTasks = context.store.list(tasks).filter(({ dueMs }) => dueMs <= now);
	for (const { id } of dueTasks) context.store.remove(tasks, id);
	return dueTasks.sort((a, b) => a.dueMs - b.dueMs);
}

/** Returns when the next task is due on the sandbox's clock, or null if there is none. */
export function nextTaskDueMs({ store }: Pick<SandboxContext, "store">): number | null {
	const dueTimes = store.list(tasks).map(({ dueMs }) => dueMs);
	return dueTimes.length === 0 ? null : Math.min(...dueTimes);
}
