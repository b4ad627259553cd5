import * as v from "valibot";
import type { SandboxContext } from "../env.ts";
import type { DocumentKind } from "../store.ts";
import { nowMs } from "./clock.ts";
import { createId } from "./ids.ts";

const taskSchema = v.object({
	id: v.string(),
	/** Ms since 1970, on the sandbox's clock. */
	dueMs: v.number(),
	objectType: v.picklist(["refund", "dispute"]),
	objectId: v.string(),
	outcome: v.string(),
});

export type Task = v.InferOutput<typeof taskSchema>;

const tasks: DocumentKind<Task> = { name: "scheduled-task", schema: taskSchema };

/** Schedules an action that Stripe, a bank or a card network takes later on its own. */
export function scheduleTask(
	context: SandboxContext,
	delayMs: number,
	{ objectType, objectId, outcome }: Omit<Task, "id" | "dueMs">,
): void {
	const id = createId("task");
	const dueMs = nowMs(context) + delayMs;
	context.store.put(tasks, id, { id, dueMs, objectType, objectId, outcome });
	context.scheduleAlarm();
}

/** Removes and returns the due tasks, earliest first. */
export function takeDueTasks(context: SandboxContext): Task[] {
	const now = nowMs(context);
	const dueTasks = context.store.list(tasks).filter(({ dueMs }) => dueMs <= now);
	for (const { id } of dueTasks) context.store.remove(tasks, id);
	return dueTasks.sort((a, b) => a.dueMs - b.dueMs);
}

/** Returns when the next task is due on the sandbox's clock, or null if there is none. */
export function getNextTaskDueMs({ store }: Pick<SandboxContext, "store">): number | null {
	const dueTimes = store.list(tasks).map(({ dueMs }) => dueMs);
	return dueTimes.length === 0 ? null : Math.min(...dueTimes);
}
