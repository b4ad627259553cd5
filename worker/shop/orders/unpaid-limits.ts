import { and, eq, notExists, or, type SQLWrapper, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { unpaidOrdersMax, unpaidTotalMaxCents } from "#contract/limits.ts";
import { formatCents } from "#contract/money.ts";
import type { Database } from "#worker/db/client.ts";
import { orders, users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

const isUnpaidOf = (userId: string) => and(eq(orders.userId, userId), eq(orders.state, "unpaid"));

const countUnpaid = (db: Database, userId: string) => db.$count(orders, isUnpaidOf(userId));

const sumUnpaidCents = (db: Database, userId: string) =>
	sql<number>`(${db
		.select({
			cents: sql`coalesce(sum(${orders.toolPriceCents} * ${orders.quantity}), 0)`.as("cents"),
		})
		.from(orders)
		.where(isUnpaidOf(userId))})`;

const maxUnpaid = sql<number>`case when ${users.emailVerifiedAt} is null
	then ${unpaidOrdersMax.unverified} else ${unpaidOrdersMax.verified} end`;

/** The condition under which the account may place another order, in the statement that inserts it. @param cents the order's total */
export const isWithinUnpaidLimits = (db: Database, userId: string, cents: SQLWrapper) =>
	notExists(
		db
			.select({ isAtLimit: sql`1` })
			.from(users)
			.where(
				and(
					eq(users.id, userId),
					or(
						sql`${countUnpaid(db, userId)} >= ${maxUnpaid}`,
						sql`${sumUnpaidCents(db, userId)} + ${cents} > ${unpaidTotalMaxCents}`,
					),
				),
			),
	);

/** Returns the limit that another order of the account would exceed, or null. */
export async function findUnpaidLimitError(
	{ db }: Shop,
	userId: string,
	cents: number,
): Promise<ShopError | null> {
	const row = await db
		.select({
			unpaid: countUnpaid(db, userId).as("unpaid"),
			max: maxUnpaid.as("max"),
			cents: sumUnpaidCents(db, userId).as("cents"),
		})
		.from(users)
		.where(eq(users.id, userId))
		.get();
	if (!row) return null;
	if (row.unpaid >= row.max) {
		const isVerified = row.max === unpaidOrdersMax.verified;
		const code = isVerified ? "too_many_unpaid_orders" : "email_verification_required";
		return new ShopError(code, { max: row.max });
	}
	if (row.cents + cents <= unpaidTotalMaxCents) return null;
	const total = formatCents(row.cents + cents);
	return new ShopError("unpaid_total_too_high", { total, max: formatCents(unpaidTotalMaxCents) });
}
