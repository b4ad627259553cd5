import * as v from "valibot";
import type { SandboxContext } from "../env.ts";
import type { Kind } from "../store.ts";
import { clockMs } from "./clock.ts";
import { makeId } from "./ids.ts";

const task = v.object({
	id: v.string(),
	/** Ms since 1970, by the sandbox's clock. */
	due: v.number(),
	what: v.picklist(["refund", "dispute"]),
	subject: v.string(),
	outcome: v.string(),
});

export type Task = v.InferOutput<typeof task>;

const tasks: Kind<Task> = { name: "task", schema: task };

/** Puts off what Stripe, a bank or a card network does by itself some time later. */
export function scheduleTask(
	context: SandboxContext,
	delayMs: number,
	{ what, subject, outcome }: Omit<Task, "id" | "due">,
): void {
	const id = makeId("task");
	const due = clockMs(context) + delayMs;
	context.store.put(tasks, id, { id, due, what, subject, outcome });
	context.scheduleAlarm();
}

/** Takes what is due, in the order in which it came due. */
export function takeDueTasks(context: SandboxContext): Task[] {
	const now = clockMs(context);
	const due = context.store.list(tasks).filter((each) => each.due <= now);
	for (const { id } of due) context.store.remove(tasks, id);
	return due.sort((one, other) => one.due - other.due);
}

/** Returns when the next one is due by the sandbox's clock, or null when there is none. */
export function nextTaskDue({ store }: Pick<SandboxContext, "store">): number | null {
	const dues = store.list(tasks).map(({ due }) => due);
	return dues.length === 0 ? null : Math.min(...dues);
}
