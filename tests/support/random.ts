/** Creates a random number generator (mulberry32). The same seed gives the same numbers. */
export function createRandom(seed: number) {
	let state = seed;
	const next = () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
	/** @returns an integer from 0 to `limit` - 1 */
	const pickInteger = (limit: number) => Math.floor(next() * limit);
	return {
		pickInteger,
		/** @throws Error if the list is empty */
		pick<Item>(items: readonly Item[]): Item {
			const item = items[pickInteger(items.length)];
			if (item === undefined) throw new Error("The list is empty.");
			return item;
		},
		/** @param choices - items with their weights */
		pickWeighted<Item>(choices: readonly (readonly [weight: number, item: Item])[]): Item {
			let remaining = next() * choices.reduce((sum, [weight]) => sum + weight, 0);
			for (const [weight, item] of choices) {
				remaining -= weight;
				if (remaining < 0) return item;
			}
			throw new Error("The list is empty.");
		},
	};
}

export type Random = ReturnType<typeof createRandom>;
