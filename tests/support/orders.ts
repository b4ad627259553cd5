import { createId } from "#worker/auth/tokens.ts";
import { orders } from "#worker/db/schema.ts";
import type { RunningShop } from "./shop.ts";

type Order = typeof orders.$inferSelect;

/** Puts an order of 10 pieces at 12.50 dollars into the shop, as if it had been placed. @returns its row */
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
		name: "Ann Buyer",
		email: "ann@example.com",
		location: "1 Bay Road",
		phone: "555 0100",
		...(values.paidAt && { transactionId: `pi_${id}` }),
		...values,
	};
	return db.insert(orders).values(row).returning().get();
};

/** A moment so many days ago. */
export const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
