import { and, eq, notExists, or, type SQLWrapper, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { unpaidLinesMax, unpaidOrdersMax, unpaidTotalMaxCents } from "#contract/limits.ts";
import { formatCents } from "#contract/money.ts";
import type { Database } from "#worker/db/client.ts";
import { orders, users } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";

const checkoutOrOrder = sql`coalesce(${orders.checkoutId}, ${orders.id})`;

const isUnpaidOrderOf = (userId: string) =>
	and(eq(orders.userId, userId), eq(orders.state, "unpaid"));

/** Orders that were placed together count once. */
const countUnpaidCheckouts = (userId: string) =>
	sql<number>`(select count(distinct ${checkoutOrOrder}) from ${orders} where ${isUnpaidOrderOf(userId)})`;

const countUnpaidLines = (db: Database, userId: string) =>
	db.$count(orders, isUnpaidOrderOf(userId));

const sumUnpaidCents = (db: Database, userId: string) =>
	sql<number>`(${db
		.select({
			cents: sql`coalesce(sum(${orders.toolPriceCents} * ${orders.quantity}), 0)`.as("cents"),
		})
		.from(orders)
		.where(isUnpaidOrderOf(userId))})`;

type MaxByVerification = { unverified: number; verified: number };

/**
 * @param isByStaff whether staff place the orders. The higher limit then applies, because no stranger can place such orders with a customer's
 * email address
 */
const createLimitExpression = ({ unverified, verified }: MaxByVerification, isByStaff: boolean) =>
	isByStaff
		? sql<number>`${verified}`
		: sql<number>`case when ${users.emailVerifiedAt} is null then ${unverified} else ${verified} end`;

/** The number of lines of the orders that are about to be placed, and their total in cents. */
type NewOrderTotals<Cents> = { lines: number; cents: Cents };

/** A condition for the statement that inserts the orders: the account would exceed no limit. */
export const isWithinUnpaidLimits = (
	db: Database,
	userId: string,
	{ lines, cents }: NewOrderTotals<SQLWrapper>,
	isByStaff: boolean,
) =>
	notExists(
		db
			.select({ isAtLimit: sql`1` })
			.from(users)
			.where(
				and(
					eq(users.id, userId),
					or(
						sql`${countUnpaidCheckouts(userId)} >= ${createLimitExpression(unpaidOrdersMax, isByStaff)}`,
						sql`${countUnpaidLines(db, userId)} + ${lines} > ${createLimitExpression(unpaidLinesMax, isByStaff)}`,
						sql`${sumUnpaidCents(db, userId)} + ${cents} > ${unpaidTotalMaxCents}`,
					),
				),
			),
	);

/** Returns the error for the limit that more orders would exceed; null if they exceed none. */
export async function findUnpaidLimitError(
	{ db }: ShopContext,
	userId: string,
	{ lines, cents }: NewOrderTotals<number>,
	isByStaff: boolean,
): Promise<ShopError | null> {
	const row = await db
		.select({
			checkouts: countUnpaidCheckouts(userId).as("checkouts"),
			max: createLimitExpression(unpaidOrdersMax, isByStaff).as("max"),
			lines: countUnpaidLines(db, userId).as("lines"),
			maxLines: createLimitExpression(unpaidLinesMax, isByStaff).as("max_lines"),
			cents: sumUnpaidCents(db, userId).as("cents"),
		})
		.from(users)
		.where(eq(users.id, userId))
		.get();
	if (!row) return null;
	if (row.checkouts >= row.max) {
		const isVerified = row.max === unpaidOrdersMax.verified;
		const code = isVerified ? "too_many_unpaid_orders" : "email_verification_required";
		return new ShopError(code, { max: row.max });
	}
	if (row.lines + lines > row.maxLines) {
		return new ShopError("too_many_unpaid_lines", { count: row.lines + lines, max: row.maxLines });
	}
	if (row.cents + cents <= unpaidTotalMaxCents) return null;
	const total = formatCents(row.cents + cents);
	return new ShopError("unpaid_total_too_high", { total, max: formatCents(unpaidTotalMaxCents) });
}
