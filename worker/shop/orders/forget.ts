import { and, eq, inArray, type SQL } from "drizzle-orm";
import { mapDelivery } from "#contract/delivery.ts";
import { formerCustomer } from "#contract/shop.ts";
import { orders, users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

/**
 * Takes name and address from the cancelled orders of accounts that are about to be deleted. What was paid keeps them: the shop's
 * books need them.
 * @param deletable which rows of `users`
 */
export const forgetCustomer = ({ db }: Pick<Shop, "db">, deletable: SQL | undefined) =>
	db
		.update(orders)
		.set({ name: formerCustomer, email: "", ...mapDelivery(() => "") })
		.where(
			and(
				eq(orders.state, "cancelled"),
				inArray(orders.userId, db.select({ id: users.id }).from(users).where(deletable)),
			),
		);
