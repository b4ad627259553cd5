import type { Orderable } from "#contract/order-rules.ts";

/** A tool for order rules: by default 1,000 pieces at $12.50, without price breaks and cartons. */
export const createOrderable = (values: Partial<Orderable> = {}): Orderable => ({
	priceCents: 1_250,
	priceBreaks: [],
	minimum: 1,
	orderMultiple: 1,
	quantity: 1_000,
	...values,
});
