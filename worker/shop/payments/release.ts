import { ShopError } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import { cancelIntent } from "#worker/services/intents.ts";
import type { Shop } from "../context.ts";
import { getOpenIntentIds, markCancelled } from "./records.ts";
import { settlePayment } from "./settle.ts";

/**
 * Cancels what could still charge a card for an order that is about to be deleted.
 * @throws ShopError 409 when it is paid or being processed, 503 when Stripe does not answer
 */
export async function releasePayments(shop: Shop, orderId: string): Promise<void> {
	for (const intentId of await getOpenIntentIds(shop, orderId)) {
		if (await cancelIntent(shop.env, intentId)) {
			await markCancelled(shop, intentId);
			continue;
		}
		const settlement = await settlePayment(shop, intentId);
		if (settlement === "paid") throw new ShopError("conflict", failure.paidOrder);
		if (settlement === "open") throw new ShopError("conflict", failure.processingOrder);
	}
}
