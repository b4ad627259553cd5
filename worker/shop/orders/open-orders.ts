import { and, eq, notExists, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { openOrdersMax } from "#contract/limits.ts";
import type { Account } from "#contract/roles.ts";
import type { Database } from "#worker/db/client.ts";
import { orders, users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

/** How many orders of an account are unpaid: the limit itself bounds what is counted. */
const openOrdersOf = (userId: SQLWrapper | string): SQL<number> =>
	sql<number>`(select count(*) from ${orders} where ${and(
		eq(orders.userId, userId),
		eq(orders.state, "unpaid"),
	)})`;

const mostOpenOrders = sql<number>`case when ${users.emailProvedAt} is null then ${sql.raw(
	String(openOrdersMax.unverified),
)} else ${sql.raw(String(openOrdersMax.verified))} end`;

/** Holds while the statement runs: one more unpaid order is allowed to the account. */
export const mayOpenOrder = (db: Database, userId: SQLWrapper): SQL =>
	notExists(
		db
			.select({ full: sql`1` })
			.from(users)
			.where(and(eq(users.id, userId), sql`${openOrdersOf(userId)} >= ${mostOpenOrders}`)),
	);

/** @returns why the account may not order more until it has paid, cancelled or verified; null where it may */
export async function openOrdersRefusal({ db }: Shop, { id }: Account): Promise<ShopError | null> {
	const row = await db
		.select({ open: openOrdersOf(id).as("open"), most: mostOpenOrders.as("most") })
		.from(users)
		.where(eq(users.id, id))
		.get();
	if (!row || row.open < row.most) return null;
	const isVerified = row.most === openOrdersMax.verified;
	const code = isVerified ? "too_many_unpaid_orders" : "email_verification_required";
	return new ShopError(code, { max: row.most });
}
