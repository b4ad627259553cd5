import { isTransient } from "./failures.ts";

/** Milliseconds before each retry; half of it is random jitter, so that many clients do not retry at once. */
const backoffMs = [40, 160];

const wait = (ms: number) =>
	new Promise<void>((resolve) => setTimeout(resolve, ms / 2 + (Math.random() * ms) / 2));

/**
 * Retries transient errors of D1 with exponential backoff, three attempts in all. An attempt whose response was lost may have
 * been committed.
 * @param work may be done twice: a read, or an idempotent write; a write that has to know whether it was done: worker/shop/write.ts
 * @throws the error of the last attempt
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
