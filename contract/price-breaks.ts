import { formatCents } from "./money.ts";
import { formatInteger } from "./numbers.ts";

/** The unit price from this quantity on. */
export type PriceBreak = readonly [quantity: number, cents: number];

export type PriceWithBreaks = { priceCents: number; priceBreaks: readonly PriceBreak[] };
type PriceWithMinimum = PriceWithBreaks & { minimum: number };
export type PriceList = PriceWithMinimum & { orderMultiple: number };

/** The unit price of an order. worker/shop/catalogue/unit-price.ts does the same in SQL. */
export const getUnitPriceCents = (
	{ priceCents, priceBreaks }: PriceWithBreaks,
	quantity: number,
): number => priceBreaks.findLast(([from]) => from <= quantity)?.[1] ?? priceCents;

/** The unit price that pages show before a quantity is chosen. */
export const getMinimumPriceCents = (product: PriceWithMinimum): number =>
	getUnitPriceCents(product, product.minimum);

/** The unit price of the minimum order, then each lower price, with the quantity at which it starts. */
export const getPriceSteps = (product: PriceWithMinimum): [PriceBreak, ...PriceBreak[]] => [
	[product.minimum, getMinimumPriceCents(product)],
	...product.priceBreaks,
];

/** Returns the product at the price of a quote, which is the same for each quantity. */
export const applyQuotedPrice = <Product extends PriceWithBreaks>(
	product: Product,
	priceCents: number,
): Product => ({ ...product, priceCents, priceBreaks: [] });

/** "50+ $4.60, 100+ $4.30" */
export const formatBreaks = (breaks: readonly PriceBreak[]): string =>
	breaks.map(([from, cents]) => `${formatInteger(from)}+ ${formatCents(cents)}`).join(", ") ||
	"none";
