import { and, eq, notExists, or, type SQLWrapper, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { unpaidLinesMax, unpaidOrdersMax, unpaidTotalMaxCents } from "#contract/limits.ts";
import { formatCents } from "#contract/money.ts";
import type { Database } from "#worker/db/client.ts";
import { orders, users } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";

const checkoutOrOrder = sql`coalesce(${orders.checkoutId}, ${orders.id})`;

const isUnpaidOf = (userId: string) => and(eq(orders.userId, userId), eq(orders.state, "unpaid"));

/** Orders that were placed together count as one. */
const countUnpaid = (userId: string) =>
	sql<number>`(select count(distinct ${checkoutOrOrder}) from ${orders} where ${isUnpaidOf(userId)})`;

const countUnpaidLines = (db: Database, userId: string) => db.$count(orders, isUnpaidOf(userId));

const sumUnpaidCents = (db: Database, userId: string) =>
	sql<number>`(${db
		.select({
			cents: sql`coalesce(sum(${orders.toolPriceCents} * ${orders.quantity}), 0)`.as("cents"),
		})
		.from(orders)
		.where(isUnpaidOf(userId))})`;

type MaxByVerification = { unverified: number; verified: number };

/**
 * @param isByStaff whether staff place the orders. The higher limit then applies, because a stranger cannot cause them with a customer's
 * email
 */
const limitOf = ({ unverified, verified }: MaxByVerification, isByStaff: boolean) =>
	isByStaff
		? sql<number>`${verified}`
		: sql<number>`case when ${users.emailVerifiedAt} is null then ${unverified} else ${verified} end`;

/** Orders about to be placed. `cents`: their total. */
type NewOrdersSize<Cents> = { lines: number; cents: Cents };

/** The condition under which the account may place more orders, for the statement that inserts them. */
export const isWithinUnpaidLimits = (
	db: Database,
	userId: string,
	{ lines, cents }: NewOrdersSize<SQLWrapper>,
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
						sql`${countUnpaid(userId)} >= ${limitOf(unpaidOrdersMax, isByStaff)}`,
						sql`${countUnpaidLines(db, userId)} + ${lines} > ${limitOf(unpaidLinesMax, isByStaff)}`,
						sql`${sumUnpaidCents(db, userId)} + ${cents} > ${unpaidTotalMaxCents}`,
					),
				),
			),
	);

/** Returns an error if more orders would exceed a limit of the account, or null. */
export async function findUnpaidLimitError(
	{ db }: Shop,
	userId: string,
	{ lines, cents }: NewOrdersSize<number>,
	isByStaff: boolean,
): Promise<ShopError | null> {
	const row = await db
		.select({
			unpaid: countUnpaid(userId).as("unpaid"),
			max: limitOf(unpaidOrdersMax, isByStaff).as("max"),
			lines: countUnpaidLines(db, userId).as("lines"),
			maxLines: limitOf(unpaidLinesMax, isByStaff).as("max_lines"),
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
	if (row.lines + lines > row.maxLines) {
		return new ShopError("too_many_unpaid_lines", { count: row.lines + lines, max: row.maxLines });
	}
	if (row.cents + cents <= unpaidTotalMaxCents) return null;
	const total = formatCents(row.cents + cents);
	return new ShopError("unpaid_total_too_high", { total, max: formatCents(unpaidTotalMaxCents) });
}
