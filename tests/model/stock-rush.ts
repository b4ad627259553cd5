import { createAccounts } from "../support/accounts.ts";
import { createJsonInit, type RunningShop } from "../support/shop.ts";

export const createOrderRequestInit = (productId: string, email: string, quantity: number) =>
	createJsonInit({ toolId: productId, email, quantity, location: "Here", phone: "1" });

/**
 * Creates shoppers, and has all of them place an order at the same time.
 * @returns how many succeeded, and the other responses
 */
export async function orderConcurrently(
	shop: RunningShop,
	productId: string,
	shopperCount: number,
	quantity: number,
) {
	const shoppers = await createAccounts(shop, shopperCount);
	const responses = await Promise.all(
		shoppers.map(async ({ email, fetch }) => {
			const response = await fetch("/orders", createOrderRequestInit(productId, email, quantity));
			return { status: response.status, body: await response.json() };
		}),
	);
	const rejections = responses.filter(({ status }) => status !== 200);
	return { successCount: responses.length - rejections.length, rejections };
}
