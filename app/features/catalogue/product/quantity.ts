import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import {
	findBrokenRule,
	maxOrderQuantity,
	type Orderable,
	roundToCartons,
} from "#contract/order-rules.ts";
import { unitPriceCents } from "#contract/price-breaks.ts";

/** A suggested quantity, and the label of the button that sets it. */
type Step = { quantity: number; label: string };

/** What a page shows about a quantity while it is typed. */
export type Quantity = {
	/** In cents; null if the quantity cannot be ordered. */
	total: number | null;
	/** The unit price in cents. */
	each: number;
	error: string | null;
	step: Step | null;
};

function toCartons(product: Orderable, typed: number): Step | null {
	const { orderMultiple } = product;
	const quantity = roundToCartons(product, typed);
	if (typed % orderMultiple === 0 || quantity === 0) return null;
	const round = quantity > typed ? "round up" : "round down";
	return {
		quantity,
		label: `Cartons of ${formatWhole(orderMultiple)}: ${round} to ${formatWhole(quantity)}`,
	};
}

/** Suggests the next price break if its order costs less than the typed quantity, or at most 20% more. */
function toNextBreak(product: Orderable, typed: number): Step | null {
	const { priceBreaks, orderMultiple } = product;
	const next = priceBreaks.find(([units]) => units > typed);
	if (!next) return null;
	const quantity = Math.ceil(next[0] / orderMultiple) * orderMultiple;
	const each = unitPriceCents(product, quantity);
	const [total, before] = [each * quantity, unitPriceCents(product, typed) * typed];
	if (quantity > maxOrderQuantity(product) || total > 1.2 * before) return null;
	const saved = total < before ? `, ${formatCents(before - total)} less in all` : "";
	return {
		quantity,
		label: `Add ${formatWhole(quantity - typed)} more to pay ${formatCents(each)} each${saved}`,
	};
}

export function describeQuantity(product: Orderable, typed: number): Quantity {
	const each = unitPriceCents(product, typed);
	if (!Number.isSafeInteger(typed)) return { total: null, each, error: null, step: null };
	const error = findBrokenRule(product, typed)?.message ?? null;
	const step = error ? toCartons(product, typed) : toNextBreak(product, typed);
	return { total: error ? null : each * typed, each, error, step };
}
