import { tooLarge } from "#contract/invalid.ts";
import { formatCents } from "#contract/money.ts";
import { formatInteger } from "#contract/numbers.ts";
import {
	findBrokenRule,
	getMaxOrderQuantity,
	type Orderable,
	roundToCartons,
	toOrderable,
} from "#contract/order-rules.ts";
import { getPriceSteps, getUnitPriceCents } from "#contract/price-breaks.ts";

/** A suggested quantity, and the label of the button that sets it. */
type Suggestion = { quantity: number; label: string };

/** What a page shows about a quantity while it is typed. */
export type QuantityEvaluation = {
	/** Null if the quantity cannot be ordered. */
	totalCents: number | null;
	unitCents: number;
	error: string | null;
	suggestion: Suggestion | null;
};

function suggestWholeCartons(product: Orderable, typedQuantity: number): Suggestion | null {
	const { orderMultiple } = product;
	const quantity = roundToCartons(product, typedQuantity);
	if (typedQuantity % orderMultiple === 0 || quantity === 0) return null;
	const round = quantity > typedQuantity ? "round up" : "round down";
	return {
		quantity,
		label: `Cartons of ${formatInteger(orderMultiple)}: ${round} to ${formatInteger(quantity)}`,
	};
}

/** Suggests the quantity at which the next lower price starts, if it costs less in total than the typed quantity, or at most 20% more. */
function suggestNextBreak(product: Orderable, typedQuantity: number): Suggestion | null {
	const { orderMultiple } = product;
	const nextStep = getPriceSteps(product).find(([pieces]) => pieces > typedQuantity);
	if (!nextStep) return null;
	const quantity = Math.ceil(nextStep[0] / orderMultiple) * orderMultiple;
	const unitCents = getUnitPriceCents(product, quantity);
	const totalCents = unitCents * quantity;
	const typedTotalCents = getUnitPriceCents(product, typedQuantity) * typedQuantity;
	if (quantity > getMaxOrderQuantity(product) || totalCents > 1.2 * typedTotalCents) return null;
	const savingsText =
		totalCents < typedTotalCents
			? `, ${formatCents(typedTotalCents - totalCents)} less in total`
			: "";
	return {
		quantity,
		label: `Add ${formatInteger(quantity - typedQuantity)} more to pay ${formatCents(unitCents)} each${savingsText}`,
	};
}

/** Returns NaN for what the order form rejects, such as "1e1" and "12.0". */
export const readTypedQuantity = (text: string): number =>
	/^-?\d+$/.test(text.trim()) ? Number(text) : Number.NaN;

export function evaluateQuantity(product: Orderable, typedQuantity: number): QuantityEvaluation {
	const unitCents = getUnitPriceCents(product, typedQuantity);
	if (!Number.isSafeInteger(typedQuantity)) {
		const error = typedQuantity > 0 ? tooLarge : null;
		return { totalCents: null, unitCents, error, suggestion: null };
	}
	const error = findBrokenRule(product, typedQuantity)?.message ?? null;
	const suggestion = error
		? suggestWholeCartons(product, typedQuantity)
		: suggestNextBreak(product, typedQuantity);
	return { totalCents: error ? null : unitCents * typedQuantity, unitCents, error, suggestion };
}

/** Serializes what a page's script needs to know about a tool. */
export const serializeOrderable = (product: Orderable): string =>
	JSON.stringify(toOrderable(product));

/** @param text - from `serializeOrderable`, in the same page */
export const parseOrderable = (text: string): Orderable => JSON.parse(text);
