import type { PriceBreak } from "#contract/price-breaks.ts";
import { createRandom } from "../support/random.ts";

/** Returns a list price with up to five price breaks. The same seed gives the same prices. */
export function createPriceList(seed: number) {
	const { pickInteger } = createRandom(seed);
	const minimum = 1 + pickInteger(9);
	const priceBreaks: PriceBreak[] = [];
	let [pieces, cents] = [minimum, 400 + pickInteger(600)];
	const priceCents = cents;
	for (let count = pickInteger(6); count > 0; count -= 1) {
		pieces += 1 + pickInteger(30);
		cents -= 1 + pickInteger(60);
		priceBreaks.push([pieces, cents]);
	}
	return { priceCents, minimum, priceBreaks };
}
