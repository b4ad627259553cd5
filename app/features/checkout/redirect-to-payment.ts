import { type RouterContextProvider, redirectDocument } from "react-router";
import { cookiesContext } from "#app/lib/context.ts";
import { success } from "#contract/messages.ts";
import { payOrderPath } from "#contract/shop.ts";

/** A form that is submitted again within this time was double-clicked. Later, the customer must have gone back to the form. */
const doubleClickMs = 10_000;

export const werePlacedEarlier = (placedAt: Date): boolean =>
	Date.now() - placedAt.getTime() > doubleClickMs;

type PlacedOrders = { orderIds: readonly string[]; checkoutId: string | null; placedAt: Date };

/** Redirects to the page where the orders are paid, as a new document, whose Content-Security-Policy allows Stripe. */
export function redirectToPayment(
	context: Readonly<RouterContextProvider>,
	{ orderIds: [first = "", ...others], checkoutId, placedAt }: PlacedOrders,
) {
	const text = werePlacedEarlier(placedAt) ? success.orderPlacedBefore : success.orderPlaced;
	context.get(cookiesContext).flash({ kind: "success", text });
	const sharedCheckoutId = others.length === 0 ? null : checkoutId;
	return redirectDocument(payOrderPath({ id: first, checkoutId: sharedCheckoutId }), 303);
}
