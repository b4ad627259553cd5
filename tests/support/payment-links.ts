import { createToken, hashToken } from "#worker/auth/tokens.ts";
import { paymentLinks } from "#worker/db/schema.ts";
import type { RunningShop } from "./shop.ts";

/**
 * Adds a payment link for an order, or for the checkout with this order.
 * @returns the token in the link's URL
 */
export async function addPaymentLink(
	{ db }: Pick<RunningShop, "db">,
	orderId: string,
): Promise<string> {
	const token = createToken();
	await db.insert(paymentLinks).values({ tokenHash: await hashToken(token), orderId });
	return token;
}
