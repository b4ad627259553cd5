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
type Suggestion = { quantity: number; label: string };

/** What a page shows about a quantity while it is typed. */
export type QuantityDescription = {
	/** In cents; null if the quantity cannot be ordered. */
	total: number | null;
	/** The unit price in cents. */
	unitCents: number;
	error: string | null;
	suggestion: Suggestion | null;
};

function suggestWholeCartons(product: Orderable, typed: number): Suggestion | null {
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
function suggestNextBreak(product: Orderable, typed: number): Suggestion | null {
	const { priceBreaks, orderMultiple } = product;
	const next = priceBreaks.find(([pieces]) => pieces > typed);
	if (!next) return null;
	const quantity = Math.ceil(next[0] / orderMultiple) * orderMultiple;
	const unitCents = unitPriceCents(product, quantity);
	const [total, before] = [unitCents * quantity, unitPriceCents(product, typed) * typed];
	if (quantity > maxOrderQuantity(product) || total > 1.2 * before) return null;
	const saved = total < before ? `, ${formatCents(before - total)} less in all` : "";
	return {
		quantity,
		label: `Add ${formatWhole(quantity - typed)} more to pay ${formatCents(unitCents)} each${saved}`,
	};
}

export function describeQuantity(product: Orderable, typed: number): QuantityDescription {
	const unitCents = unitPriceCents(product, typed);
	if (!Number.isSafeInteger(typed))
		return { total: null, unitCents, error: null, suggestion: null };
	const error = findBrokenRule(product, typed)?.message ?? null;
	const suggestion = error ? suggestWholeCartons(product, typed) : suggestNextBreak(product, typed);
	return { total: error ? null : unitCents * typed, unitCents, error, suggestion };
}
