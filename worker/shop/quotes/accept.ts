import { eq } from "drizzle-orm";
import {
	type Delivery,
	type DeliveryInput,
	hasSameDelivery,
	mapDeliveryFields,
} from "#contract/delivery.ts";
import { ShopError } from "#contract/errors.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import { orders } from "#worker/db/schema.ts";
import type { AddressUse } from "../accounts/addresses.ts";
import type { ShopContext } from "../context.ts";
import { placeWithRetries } from "../orders/place.ts";
import { findTransitionError } from "./conditions.ts";
import { requireOwnQuote } from "./read.ts";

type AcceptanceInput = DeliveryInput & { revision: number; addressUse?: AddressUse };

/** @throws ShopError 409 if the order has other delivery details */
async function requireSameDelivery({ db }: ShopContext, orderId: string, delivery: Delivery) {
	const [order] = await db
		.select(mapDeliveryFields((detail) => orders[detail]))
		.from(orders)
		.where(eq(orders.id, orderId));
	if (order && !hasSameDelivery(order, delivery))
		throw new ShopError("quote_accepted_elsewhere", { location: order.location });
}

async function findAcceptance(shop: ShopContext, id: string) {
	const { checkoutId, acceptedAt, orders } = await requireOwnQuote(shop, id);
	if (checkoutId === null || acceptedAt === null) return null;
	return { checkoutId, acceptedAt, orderIds: orders.map((order) => order.id) };
}

/**
 * Accepts the quote and places an order for each line at the quoted price, in one transaction. If the quote was already accepted, returns
 * its orders, so that a second window, a double click, or a retry creates no other checkout.
 * @param revision - the revision of the offer that the customer saw
 * @throws ShopError 401, 403, 404 or 429; 409 if the quote is not open, has changed, was accepted with other delivery details, or lines cannot
 * be ordered (`LinesRejectedError`)
 */
export async function acceptQuote(
	shop: ShopContext,
	id: string,
	{ revision, addressUse = null, ...input }: AcceptanceInput,
) {
	const account = requireCapability(shop, "orders:place");
	await enforceRateLimit(shop.env, "checkout", account.id);
	const quote = await requireOwnQuote(shop, id);
	const delivery = mapDeliveryFields((detail) => input[detail] ?? "");
	const error = findTransitionError(quote.state, "accept", quote.revision === revision);
	if (error && error.code !== "quote_accepted") throw error;
	if (!error) {
		try {
			await placeWithRetries(shop, {
				lines: quote.lines.map(({ productId, pieces, unitPriceCents }) => ({
					id: createId(),
					productId,
					quantity: pieces,
					quotedCents: unitPriceCents,
				})),
				checkoutId: createId(),
				delivery,
				addressUse,
				idempotencyKey: null,
				quote: { id, revision },
			});
		} catch (failure) {
			const isAlreadyAccepted = failure instanceof ShopError && failure.code === "quote_accepted";
			if (!isAlreadyAccepted) throw failure;
		}
	}
	const acceptance = await findAcceptance(shop, id);
	const [firstOrderId] = acceptance?.orderIds ?? [];
	if (!acceptance || firstOrderId === undefined) throw new ShopError("unavailable");
	await requireSameDelivery(shop, firstOrderId, delivery);
	return acceptance;
}
