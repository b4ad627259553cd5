import { and, eq, notExists, or, type SQLWrapper, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { unpaidLinesMax, unpaidOrdersMax, unpaidTotalMaxCents } from "#contract/limits.ts";
import { formatCents } from "#contract/money.ts";
import type { Database } from "#worker/db/client.ts";
import { orders, users } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";

const checkoutOrOrderId = sql`coalesce(${orders.checkoutId}, ${orders.id})`;

const isUnpaidOrderOf = (userId: string) =>
	and(eq(orders.userId, userId), eq(orders.state, "unpaid"));

/** Orders that were placed together count once. */
const countUnpaidCheckouts = (userId: string) =>
	sql<number>`(select count(distinct ${checkoutOrOrderId}) from ${orders} where ${isUnpaidOrderOf(userId)})`;

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
 * @param isByStaff - whether staff place the orders. They always get the higher limit, because the lower one is for strangers who sign up
 * with another person's email.
 */
const createLimitExpression = ({ unverified, verified }: MaxByVerification, isByStaff: boolean) =>
	isByStaff
		? sql<number>`${verified}`
		: sql<number>`case when ${users.emailVerifiedAt} is null then ${unverified} else ${verified} end`;

/** The number of lines and the total of the orders to place. */
type NewOrderTotals<Cents> = { lineCount: number; cents: Cents };

/** Matches if the new orders would not exceed any of the account's limits. */
export const isWithinUnpaidLimits = (
	db: Database,
	userId: string,
	{ lineCount, cents }: NewOrderTotals<SQLWrapper>,
	isByStaff: boolean,
) =>
	notExists(
		db
			.select({ exceedsLimit: sql`1` })
			.from(users)
			.where(
				and(
					eq(users.id, userId),
					or(
						sql`${countUnpaidCheckouts(userId)} >= ${createLimitExpression(unpaidOrdersMax, isByStaff)}`,
						sql`${countUnpaidLines(db, userId)} + ${lineCount} > ${createLimitExpression(unpaidLinesMax, isByStaff)}`,
						sql`${sumUnpaidCents(db, userId)} + ${cents} > ${unpaidTotalMaxCents}`,
					),
				),
			),
	);

/** Returns the error for the limit that the new orders would exceed; null if they exceed none. */
export async function findUnpaidLimitError(
	{ db }: ShopContext,
	userId: string,
	{ lineCount, cents }: NewOrderTotals<number>,
	isByStaff: boolean,
): Promise<ShopError | null> {
	const row = await db
		.select({
			unpaidCheckoutCount: countUnpaidCheckouts(userId).as("checkout_count"),
			checkoutsMax: createLimitExpression(unpaidOrdersMax, isByStaff).as("checkouts_max"),
			unpaidLineCount: countUnpaidLines(db, userId).as("line_count"),
			linesMax: createLimitExpression(unpaidLinesMax, isByStaff).as("lines_max"),
			unpaidCents: sumUnpaidCents(db, userId).as("cents"),
		})
		.from(users)
		.where(eq(users.id, userId))
		.get();
	if (!row) return null;
	const { unpaidCheckoutCount, checkoutsMax, linesMax } = row;
	if (unpaidCheckoutCount >= checkoutsMax) {
		const isVerified = checkoutsMax === unpaidOrdersMax.verified;
		const code = isVerified ? "too_many_unpaid_orders" : "email_verification_required";
		return new ShopError(code, { max: checkoutsMax });
	}
	const newLineCount = row.unpaidLineCount + lineCount;
	if (newLineCount > linesMax) {
		return new ShopError("too_many_unpaid_lines", { count: newLineCount, max: linesMax });
	}
	const newCents = row.unpaidCents + cents;
	if (newCents <= unpaidTotalMaxCents) return null;
	const [total, max] = [formatCents(newCents), formatCents(unpaidTotalMaxCents)];
	return new ShopError("unpaid_total_too_high", { total, max });
}
