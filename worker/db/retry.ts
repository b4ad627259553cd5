import { isTransient } from "./failures.ts";

/** Milliseconds before each further try, half of them random so that many do not come at once. */
const backoffMs = [40, 160];

const wait = (ms: number) =>
	new Promise<void>((resolve) => setTimeout(resolve, ms / 2 + (Math.random() * ms) / 2));

/**
 * Asks again where D1 was out of reach for a moment, with growing pauses, three times in all. A try whose response was lost may have
 * been applied.
 * @param work may be done twice: a read, or an idempotent write; a write that has to know whether it was done: worker/shop/write.ts
 * @throws what the last try has thrown
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
