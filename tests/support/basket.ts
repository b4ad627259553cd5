import { type BasketItem, parseBasket } from "#contract/basket.ts";
import { checkoutPath } from "#contract/shop.ts";
import { basketLines } from "#worker/db/schema.ts";
import type { TestAccount } from "./accounts.ts";
import type { RunningShop } from "./shop.ts";

type Line = typeof basketLines.$inferInsert;

/** Adds a line to an account's basket, by default with 10 pieces at $12.50. */
export const addBasketLine = (
	{ db }: Pick<RunningShop, "db">,
	line: Partial<Line> & Pick<Line, "userId" | "productId">,
) =>
	db.insert(basketLines).values({ quantity: 10, priceCents: 1_250, addedAt: new Date(), ...line });

/** A checkout page. `lines` is the value of the form's hidden field, and `items` is that value parsed. */
export type CheckoutPage = { key: string; lines: string; items: BasketItem[] };

function readHiddenField(html: string, name: string): string {
	const [, value] =
		new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(html) ?? [];
	if (value === undefined) throw new Error(`The page has no field “${name}”.`);
	return value;
}

/** Opens the checkout page for the shopper's basket. */
export async function openCheckout(shopper: TestAccount): Promise<CheckoutPage> {
	const html = await (await shopper.fetch("/checkout")).text();
	const lines = readHiddenField(html, "lines");
	const items = parseBasket(lines, Number.POSITIVE_INFINITY);
	return { key: readHiddenField(html, "key"), lines, items };
}

/** Submits the checkout form as a browser without JavaScript does. */
export const submitCheckout = (
	{ email, fetch }: TestAccount,
	{ key, lines }: CheckoutPage,
): Promise<Response> =>
	fetch("/checkout?confirm=1", {
		method: "POST",
		body: new URLSearchParams({
			key,
			lines,
			account: email,
			location: "1 Bay Road",
			phone: "555 0100",
		}),
	});

/** Returns the id of the checkout that the response redirects to; null if it redirects elsewhere or not at all. */
export function getCheckoutId(response: Response): string | null {
	const [pathPrefix, location] = [checkoutPath(""), response.headers.get("Location")];
	return location?.startsWith(pathPrefix) ? location.slice(pathPrefix.length) : null;
}
