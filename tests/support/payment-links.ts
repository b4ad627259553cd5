import { createToken, hashToken } from "#worker/auth/tokens.ts";
import { paymentLinks } from "#worker/db/schema.ts";
import type { RunningShop } from "./shop.ts";

/**
 * Adds a payment link of an order, or of its checkout.
 * @returns the token in the URL of the link
 */
export async function addPaymentLink(
	{ db }: Pick<RunningShop, "db">,
	orderId: string,
): Promise<string> {
	const token = createToken();
	await db.insert(paymentLinks).values({ tokenHash: await hashToken(token), orderId });
	return token;
}
