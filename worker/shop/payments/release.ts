import { ShopError } from "#contract/errors.ts";
import { cancelIntent, retrieveIntent } from "#worker/services/intents.ts";
import type { Shop } from "../context.ts";
import { isOurs, readKnown } from "./ours.ts";
import { getOpenIntentIds, markCancelled } from "./records.ts";
import { settlePayment } from "./settle.ts";

/** @returns whether nobody can pay the order by it any more; what is not the shop's own is not cancelled */
async function isReleased(shop: Shop, intentId: string): Promise<boolean> {
	const known = await readKnown(shop, intentId);
	const intent = await retrieveIntent(shop.env, intentId);
	if (!intent || !isOurs(intent, known)) return true;
	return cancelIntent(shop.env, intentId);
}

/**
 * Cancels what could still charge a card for an order that is about to be deleted. Of payments that Stripe does not know, or that
 * are another program's, only the shop's own row is closed.
 * @throws ShopError 409 when it is paid or being processed, 503 when Stripe does not answer
 */
export async function releasePayments(shop: Shop, orderId: string): Promise<void> {
	for (const intentId of await getOpenIntentIds(shop, orderId)) {
		if (await isReleased(shop, intentId)) {
			await markCancelled(shop, intentId);
			continue;
		}
		const settlement = await settlePayment(shop, intentId);
		if (settlement === "paid") throw new ShopError("order_paid");
		if (settlement === "open") throw new ShopError("payment_processing");
	}
}
