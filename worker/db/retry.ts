import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "./client.ts";
import { isTransient } from "./failures.ts";

/** The pause before each retry. Half of it is random, so that many clients do not retry at the same time. */
const backoffMs = [40, 160];

const wait = (ms: number) =>
	new Promise<void>((resolve) => setTimeout(resolve, ms / 2 + (Math.random() * ms) / 2));

/**
 * Retries up to twice if D1's error is transient.
 * @param work - must be safe to repeat, because an attempt whose response was lost may have been committed. Use worker/shop/write.ts
 * for a write that must know whether it was committed
 */
export async function retry<Result>(work: () => PromiseLike<Result>): Promise<Result> {
	for (const pauseMs of backoffMs) {
		try {
			return await work();
		} catch (error) {
			if (!isTransient(error)) throw error;
			await wait(pauseMs);
		}
	}
	return work();
}

/** Sends statements in one transaction. They must be safe to repeat. D1 does not retry a batch itself. */
export const retryBatch = <
	const Statements extends readonly [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]],
>(
	db: Database,
	statements: Statements,
) => retry(() => db.batch(statements));
