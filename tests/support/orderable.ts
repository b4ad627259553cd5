import { computeTotalCents, type Orderable } from "#contract/order-rules.ts";

/** A tool for order rules: by default 1,000 pieces at $12.50, without price breaks or cartons. */
export const createOrderable = (values: Partial<Orderable> = {}): Orderable => ({
	priceCents: 1_250,
	priceBreaks: [],
	minimum: 1,
	orderMultiple: 1,
	quantity: 1_000,
	...values,
});

/** Returns the highest list price at which this many pieces cost at most `maxCents`, even if a rule makes large orders cheaper. */
export function findHighestPrice(quantity: number, maxCents: number): number {
	let priceCents = Math.floor(maxCents / quantity);
	while (computeTotalCents(createOrderable({ priceCents: priceCents + 1 }), quantity) <= maxCents) {
		priceCents += 1;
	}
	return priceCents;
}
