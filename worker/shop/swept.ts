/** What a part of the sweep found to do, did, and could not; what is neither done nor failed waits. */
export type Swept = { found: number; mended: number; failed: number };

/** Cloudflare lets a Worker wait for the headers of six connections at once: one is left for the database. */
const atOnce = 5;

/**
 * Does something about each item, five at a time.
 * @param work true when that fixed it; a failure keeps no other from its turn
 * @param isOver whether the rest should wait for the next run, asked before each
 */
export async function sweepEach<Item>(
	items: Item[],
	work: (item: Item) => Promise<boolean>,
	isOver: () => boolean = () => false,
): Promise<Swept> {
	const swept: Swept = { found: items.length, mended: 0, failed: 0 };
	const waiting = items.values();
	const worker = async () => {
		for (const item of waiting) {
			try {
				if (await work(item)) swept.mended += 1;
			} catch {
				swept.failed += 1;
			}
			if (isOver()) return;
		}
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
	return swept;
}
