import { AsyncLocalStorage } from "node:async_hooks";

/** Tells a sweep task whether it has used up its budget of D1 statements (sweep.ts). */
export const statementBudget = new AsyncLocalStorage<() => boolean>();

/** False outside the sweep. */
export const isBudgetUsed = (): boolean => statementBudget.getStore()?.() ?? false;

/** Counts of items. Items that were neither fixed nor failed wait for the next run. */
export type SweepResult = { found: number; fixed: number; failed: number };

/** A Worker may have six connections waiting for a response. Each item uses one at a time, so five items leave one to spare. */
const concurrency = 5;

/**
 * @param work - returns whether it fixed the item; may throw
 * @param shouldStop - whether to leave the remaining items to the next run; they are also left when the budget is used up
 */
export async function sweepEach<Item>(
	items: Item[],
	work: (item: Item) => Promise<boolean>,
	shouldStop: () => boolean = () => false,
): Promise<SweepResult> {
	const result: SweepResult = { found: items.length, fixed: 0, failed: 0 };
	const remaining = items.values();
	const worker = async () => {
		for (const item of remaining) {
			try {
				if (await work(item)) result.fixed += 1;
			} catch {
				result.failed += 1;
			}
			if (shouldStop() || isBudgetUsed()) return;
		}
	};
	await Promise.all(Array.from({ length: concurrency }, worker));
	return result;
}
