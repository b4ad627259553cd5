import * as v from "valibot";
import type { World } from "../env.ts";
import type { Kind } from "../store.ts";
import { clockMs } from "./clock.ts";
import { makeId } from "./ids.ts";

const task = v.object({
	id: v.string(),
	/** Ms since 1970, by the double's clock. */
	due: v.number(),
	what: v.picklist(["refund", "dispute"]),
	subject: v.string(),
	outcome: v.string(),
});

export type Task = v.InferOutput<typeof task>;

const tasks: Kind<Task> = { name: "task", schema: task };

/** Puts off what Stripe, a bank or a card network does by itself some time later. */
export function putOff(
	world: World,
	delayMs: number,
	{ what, subject, outcome }: Omit<Task, "id" | "due">,
): void {
	const id = makeId("task");
	const due = clockMs(world) + delayMs;
	world.store.put(tasks, id, { id, due, what, subject, outcome });
	world.wake();
}

/** Takes what is due, in the order in which it came due. */
export function takeDueTasks(world: World): Task[] {
	const now = clockMs(world);
	const due = world.store.list(tasks).filter((each) => each.due <= now);
	for (const { id } of due) world.store.remove(tasks, id);
	return due.sort((one, other) => one.due - other.due);
}

/** Tells when the next one is due by the double's clock, or null when there is none. */
export function nextTaskDue({ store }: Pick<World, "store">): number | null {
	const dues = store.list(tasks).map(({ due }) => due);
	return dues.length === 0 ? null : Math.min(...dues);
}
