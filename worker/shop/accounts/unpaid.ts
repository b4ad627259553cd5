import { and, eq } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import type { Account } from "#contract/roles.ts";
import { orders } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { cancelOrder } from "../orders/cancel.ts";

/** Orders cancelled between two looks at what is left. */
const batchSize = 50;

const unpaidOf = ({ db }: Shop, { id }: Account) =>
	db
		.select({ id: orders.id })
		.from(orders)
		.where(and(eq(orders.userId, id), eq(orders.state, "unpaid")))
		.limit(batchSize);

/** One that is paid or gone by now needs no cancelling. @throws ShopError 409 while its payment is processed, 503 */
async function cancel(shop: Shop, orderId: string): Promise<void> {
	try {
		await cancelOrder(shop, orderId);
	} catch (error) {
		const isSettled =
			error instanceof ShopError &&
			(error.code === "order_not_found" || error.code === "order_paid");
		if (!isSettled) throw error;
	}
}

/**
 * Cancels the first fifty unpaid orders of the account that asks, so that their pieces go back.
 * @throws ShopError 409 while a payment is processed, 503
 */
export async function cancelUnpaid(shop: Shop, account: Account): Promise<void> {
	for (const { id } of await unpaidOf(shop, account)) await cancel(shop, id);
}
