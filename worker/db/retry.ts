import { isTransient } from "./failures.ts";

/** Milliseconds before each further try, half of them random so that many do not come at once. */
const pauses = [40, 160];

const wait = (ms: number) =>
	new Promise<void>((resolve) => setTimeout(resolve, ms / 2 + (Math.random() * ms) / 2));

/** `again`: an earlier try may have been carried out although its answer was lost. */
export type Tried<Result> = { result: Result; again: boolean };

/**
 * Asks again where D1 was out of reach for a moment, with growing pauses, three times in all.
 * @param work may be done twice: a read, or a write whose repetition changes nothing
 * @throws what the last try has thrown
 */
export async function retryWrite<Result>(work: () => PromiseLike<Result>): Promise<Tried<Result>> {
	for (const [index, pause] of pauses.entries()) {
		try {
			return { result: await work(), again: index > 0 };
		} catch (error) {
			if (!isTransient(error)) throw error;
			await wait(pause);
		}
	}
	return { result: await work(), again: true };
}

/** Like `retryWrite`, where it does not matter which try was carried out. */
export const retry = async <Result>(work: () => PromiseLike<Result>): Promise<Result> =>
	(await retryWrite(work)).result;
