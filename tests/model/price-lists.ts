import type { PriceBreak } from "#contract/price-breaks.ts";

/** Creates a generator of pseudorandom numbers below `max` (mulberry32). */
export function createRandom(seed: number) {
	let state = seed;
	return (max: number) => {
		state = (state + 0x6d2b79f5) | 0;
		let value = Math.imul(state ^ (state >>> 15), 1 | state);
		value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
		return ((value ^ (value >>> 14)) >>> 0) % max;
	};
}

/** Returns a list price with up to five price breaks. The same seed gives the same prices. */
export function createPriceList(seed: number) {
	const random = createRandom(seed);
	const minimum = 1 + random(9);
	const priceBreaks: PriceBreak[] = [];
	let [pieces, cents] = [minimum, 400 + random(600)];
	const priceCents = cents;
	for (let count = random(6); count > 0; count -= 1) {
		pieces += 1 + random(30);
		cents -= 1 + random(60);
		priceBreaks.push([pieces, cents]);
	}
	return { priceCents, minimum, priceBreaks };
}
