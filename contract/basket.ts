import * as v from "valibot";
import { basketCookieBytes, priceCentsLimits, quantityMax, textLength } from "./limits.ts";

export type BasketItem = { productId: string; quantity: number };

/** `priceCents` is the price of one piece when the quantity was chosen. */
export type PricedBasketItem = BasketItem & { priceCents: number };

const itemSchema = v.pipe(
	v.string(),
	v.regex(new RegExp(`^[\\w-]{1,${textLength.id}}\\.[0-9a-z]{1,4}\\.[0-9a-z]{1,6}$`)),
	v.transform((text) => {
		const [productId = "", quantity = "", cents = ""] = text.split(".");
		return { productId, quantity: parseInt(quantity, 36), priceCents: parseInt(cents, 36) };
	}),
	v.object({
		productId: v.string(),
		quantity: v.pipe(v.number(), v.minValue(1), v.maxValue(quantityMax)),
		priceCents: v.pipe(v.number(), v.minValue(0), v.maxValue(priceCentsLimits.max)),
	}),
);

const listSchema = v.fallback(
	v.pipe(
		v.string(),
		v.transform((text) => (text === "" ? [] : text.split("~"))),
		v.array(itemSchema),
	),
	[],
);

/** Parses the text that `formatBasketItems` returns. Returns an empty list for any other string. */
export const parseBasket = (
	text: string | undefined,
	maxBytes = basketCookieBytes,
): PricedBasketItem[] => v.parse(listSchema, text && text.length <= maxBytes ? text : "");

/** Returns about 32 bytes per item, without characters that a cookie would have to escape. */
export const formatBasketItems = (items: readonly PricedBasketItem[]): string =>
	items
		.map(({ productId, quantity, priceCents }) =>
			[productId, quantity.toString(36), priceCents.toString(36)].join("."),
		)
		.join("~");

/** Returns the value of a visitor's basket cookie; null if it would be too long. */
export function formatBasketCookie(items: readonly PricedBasketItem[]): string | null {
	const text = formatBasketItems(items);
	return text.length <= basketCookieBytes ? text : null;
}
