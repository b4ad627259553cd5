/** What a task of the sweep found to do, did, and failed at; what is neither waits for the next run. */
export type SweepResult = { found: number; fixed: number; failed: number };

/** Cloudflare lets a Worker wait for the headers of six connections at once: one is left for the database. */
const concurrency = 5;

/**
 * Does something about each item, five at a time.
 * @param work true when that fixed it; a failure does not stop the others
 * @param isOver whether the rest should wait for the next run, asked before each
 */
export async function sweepEach<Item>(
	items: Item[],
	work: (item: Item) => Promise<boolean>,
	isOver: () => boolean = () => false,
): Promise<SweepResult> {
	const result: SweepResult = { found: items.length, fixed: 0, failed: 0 };
	const waiting = items.values();
	const worker = async () => {
		for (const item of waiting) {
			try {
				if (await work(item)) result.fixed += 1;
			} catch {
				result.failed += 1;
			}
			if (isOver()) return;
		}
	};
	await Promise.all(Array.from({ length: concurrency }, worker));
	return result;
}
