import { createAccounts } from "../support/accounts.ts";
import { asJson, type RunningShop } from "../support/shop.ts";

/** @returns the request for an order, sent by whom the email belongs to */
export const orderOf = (productId: string, email: string, quantity: number) =>
	asJson({ toolId: productId, email, quantity, location: "Here", phone: "1" });

/** All buyers order at once. @returns how many succeeded, and what the others were answered */
export async function rush(shop: RunningShop, productId: string, buyers: number, quantity: number) {
	const crowd = await createAccounts(shop, buyers);
	const answers = await Promise.all(
		crowd.map(async ({ email, fetch }) => {
			const response = await fetch("/orders", orderOf(productId, email, quantity));
			return { status: response.status, body: await response.json() };
		}),
	);
	const lost = answers.filter(({ status }) => status !== 200);
	return { won: answers.length - lost.length, lost };
}
