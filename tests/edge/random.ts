/** @returns numbers from 0 to 1, the same for the same seed (mulberry32) */
export function createRandom(seed: number) {
	let state = seed;
	const next = () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
	/** @returns a whole number below `end` */
	const below = (end: number) => Math.floor(next() * end);
	return {
		below,
		/** @throws Error where there is nothing to choose from */
		pick<One>(all: readonly One[]): One {
			const one = all[below(all.length)];
			if (one === undefined) throw new Error("nothing to choose from");
			return one;
		},
		/** @param choices each with its weight */
		weighted<One>(choices: readonly (readonly [number, One])[]): One {
			let left = next() * choices.reduce((sum, [weight]) => sum + weight, 0);
			for (const [weight, one] of choices) {
				left -= weight;
				if (left < 0) return one;
			}
			throw new Error("nothing to choose from");
		},
	};
}

export type Random = ReturnType<typeof createRandom>;
