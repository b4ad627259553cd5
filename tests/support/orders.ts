import { createId } from "#worker/auth/tokens.ts";
import { orders } from "#worker/db/schema.ts";
import type { RunningShop } from "./shop.ts";

type Order = typeof orders.$inferSelect;

/** Inserts an order and returns its row. By default it is for 10 units at $12.50. */
export const addOrder = (
	{ db }: Pick<RunningShop, "db">,
	values: Partial<Order> & Pick<Order, "productId">,
): Promise<Order> => {
	const id = createId();
	const row = {
		id,
		toolName: `Tool of ${id}`,
		toolPriceCents: 1_250,
		quantity: 10,
		name: "Ann Shopper",
		email: "ann@example.com",
		location: "1 Bay Road",
		phone: "555 0100",
		...(values.paidAt && { transactionId: `pi_${id}` }),
		...values,
	};
	return db.insert(orders).values(row).returning().get();
};

export const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
