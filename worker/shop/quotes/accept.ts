import { type DeliveryInput, mapDeliveryFields } from "#contract/delivery.ts";
import { ShopError } from "#contract/errors.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import type { AddressUse } from "../accounts/addresses.ts";
import type { ShopContext } from "../context.ts";
import { placeWithRetries } from "../orders/place.ts";
import { findTransitionError } from "./conditions.ts";
import { requireOwnQuote } from "./read.ts";

type Acceptance = DeliveryInput & { revision: number; addressUse?: AddressUse };

async function findAccepted(shop: ShopContext, id: string) {
	const { checkoutId, acceptedAt, orders } = await requireOwnQuote(shop, id);
	if (checkoutId === null || acceptedAt === null) return null;
	return { checkoutId, acceptedAt, orderIds: orders.map((order) => order.id) };
}

/**
 * Places an order for each line at the quoted price, or none, in the transaction that accepts the quote. If the quote was already accepted,
 * returns its orders, whatever the delivery details, so that two windows, a double click or a repeated request make one checkout.
 * @param revision the revision of the offer that the customer has seen
 * @throws ShopError 401, 403, 404, 409 if the quote is not open, has changed, or lines cannot be ordered (`LinesRejectedError`), 429
 */
export async function acceptQuote(
	shop: ShopContext,
	id: string,
	{ revision, addressUse = null, ...delivery }: Acceptance,
) {
	const account = requireCapability(shop, "orders:place");
	await enforceRateLimit(shop.env, "checkout", account.id);
	const quote = await requireOwnQuote(shop, id);
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
				delivery: mapDeliveryFields((detail) => delivery[detail] ?? ""),
				addressUse,
				idempotencyKey: null,
				quote: { id, revision },
			});
		} catch (failure) {
			const isDone = failure instanceof ShopError && failure.code === "quote_accepted";
			if (!isDone) throw failure;
		}
	}
	const accepted = await findAccepted(shop, id);
	if (!accepted) throw new ShopError("unavailable");
	return accepted;
}
