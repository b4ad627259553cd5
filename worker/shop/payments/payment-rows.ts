import {
	and,
	desc,
	eq,
	exists,
	gt,
	inArray,
	isNotNull,
	isNull,
	lte,
	ne,
	or,
	type SQL,
	sql,
} from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { Database } from "#worker/db/client.ts";
import { retry, retryBatch } from "#worker/db/retry.ts";
import { disputes, orders, paymentOrders, payments, refunds, settings } from "#worker/db/schema.ts";
import type { Intent } from "#worker/services/intents.ts";
import type { ShopContext } from "../context.ts";

const minuteMs = 60 * 1000;
/** Time for the browser and the webhook to settle a payment before the sweep checks it. */
const firstPauseMs = 2 * minuteMs;
/** The pause after the first check. It doubles after each check. */
const secondPauseMs = 5 * minuteMs;
const longestPauseMs = 24 * 60 * minuteMs;

/** After this many checks, the pause is the longest one. */
const checksUntilDaily = 9;

/** This many checks take about a week. */
export const checksUntilAbandoned = 15;

export const getFirstCheckAt = () => new Date(Date.now() + firstPauseMs);

/**
 * @param checkCount - how many checks were made so far
 * @param now - ms since 1970
 */
export const getNextCheckAt = (checkCount: number, now = Date.now()) =>
	new Date(now + Math.min(secondPauseMs * 2 ** checkCount, longestPauseMs));

/** The column values that schedule daily checks until a paid order ships, because an event about a refund or a dispute may be lost. */
export const getDailyCheckValues = () => ({
	nextCheckAt: new Date(Date.now() + longestPauseMs),
	checks: checksUntilDaily,
});

/**
 * Matches payments whose next check is due, or is further away than their pause allows, for example after the clock was set back.
 * @param now - ms since 1970
 */
export const isCheckDue = (now: number) =>
	and(
		isNotNull(payments.nextCheckAt),
		or(
			lte(payments.nextCheckAt, new Date(now)),
			gt(
				payments.nextCheckAt,
				sql`${now} + min(${secondPauseMs} * (1 << min(${payments.checks}, 20)), ${longestPauseMs})`,
			),
		),
	);

/** Selects the shop's random id, which a migration created. */
export const selectShopId = ({ db }: Pick<ShopContext, "db">) =>
	db.select({ value: settings.value }).from(settings).where(eq(settings.name, "shop_id"));

export function requireShopId([row]: { value: string }[]): string {
	if (!row) throw new Error("The database has no shop_id in its settings");
	return row.value;
}

export async function readPaymentRow(shop: ShopContext, intentId: string) {
	const [shopIds, [paymentRow]] = await retryBatch(shop.db, [
		selectShopId(shop),
		shop.db.select().from(payments).where(eq(payments.id, intentId)),
	]);
	return { shopId: requireShopId(shopIds), paymentRow: paymentRow ?? null };
}

export const selectRefunds = (db: Database, paymentId: string) =>
	db
		.select()
		.from(refunds)
		.where(eq(refunds.paymentId, paymentId))
		.orderBy(desc(refunds.createdAt));

export const selectDisputes = (db: Database, paymentId: string) =>
	db
		.select()
		.from(disputes)
		.where(eq(disputes.paymentId, paymentId))
		.orderBy(desc(disputes.createdAt));

/**
 * Whether a payment is this shop's. Other shops and apps may use the same Stripe account. Old intents have no shop id
 * (docs/decisions/shared-stripe-account.md).
 */
export const isOwnPayment = (
	{ shopId }: Pick<Intent, "shopId">,
	{ shopId: ownId, paymentRow }: Awaited<ReturnType<typeof readPaymentRow>>,
): boolean => (shopId === null ? paymentRow !== null : shopId === ownId);

export const logForeignPayment = (intentId: string, shopId: string | null) =>
	console.log(
		JSON.stringify({ payment: "belongs to another shop or app", intent: intentId, shop: shopId }),
	);

/** The `+` keeps SQLite from using the index on the status, which finds far more rows than the other indexes. */
export const hasStatus = (status: "open" | "paid") => sql`+${payments.status} = ${status}`;

/**
 * Returns ids, newest first.
 * @param isShare - matches rows of `payment_orders`; an intent is returned if any of its rows matches
 */
export async function getOpenIntentIds(
	{ db }: ShopContext,
	isShare: SQL | undefined,
): Promise<string[]> {
	const paymentIds = db.select({ id: paymentOrders.paymentId }).from(paymentOrders).where(isShare);
	const rows = await db
		.select({ id: payments.id })
		.from(payments)
		.where(and(inArray(payments.id, paymentIds), hasStatus("open")))
		.orderBy(desc(payments.createdAt));
	return rows.map((row) => row.id);
}

const updatePayment = (
	{ db }: ShopContext,
	intentId: string,
	values: SQLiteUpdateSetSource<typeof payments>,
	where?: SQL,
) =>
	retry(() =>
		db
			.update(payments)
			.set({ updatedAt: new Date(), ...values })
			.where(and(eq(payments.id, intentId), where)),
	);

const isOpen = eq(payments.status, "open");

/** Records whether a bank is processing an open payment. */
export const markProcessing = (shop: ShopContext, intentId: string, isProcessing: boolean) =>
	updatePayment(shop, intentId, { processingAt: isProcessing ? new Date() : null }, isOpen);

type WithDatabase = Pick<ShopContext, "db">;

const hasPaymentWhere = ({ db }: WithDatabase, condition: SQL | undefined): SQL<boolean> =>
	sql<boolean>`${exists(
		db
			.select({ id: payments.id })
			.from(paymentOrders)
			.innerJoin(payments, eq(payments.id, paymentOrders.paymentId))
			.where(and(eq(paymentOrders.orderId, orders.id), condition)),
	)}`;

/** Matches an order whose payment a bank is processing. Until the bank has decided, the order cannot be paid again or canceled. */
export const isPaymentInProgress = (shop: WithDatabase): SQL<boolean> =>
	hasPaymentWhere(shop, and(hasStatus("open"), isNotNull(payments.processingAt)));

/** Matches an order for which a card was charged, even if the payment did not pay for it, for example because it was lost in a dispute. */
export const hasCharge = (shop: WithDatabase): SQL<boolean> =>
	hasPaymentWhere(shop, gt(payments.receivedCents, 0));

/** Makes the sweep treat an open payment like a new one. */
export const restartChecks = (shop: ShopContext, intentId: string) =>
	updatePayment(shop, intentId, { nextCheckAt: getFirstCheckAt(), checks: 0 }, isOpen);

/**
 * Marks an open payment as canceled and stops its checks. Also stops the checks of a payment that is already canceled, unless its hold may
 * still change.
 */
export const markCanceled = (shop: ShopContext, intentId: string) =>
	updatePayment(
		shop,
		intentId,
		{ status: "cancelled", problem: null, nextCheckAt: null },
		or(
			isOpen,
			and(
				eq(payments.status, "cancelled"),
				sql`coalesce(${payments.hold}, 'dispute_lost') = 'dispute_lost'`,
			),
		),
	);

/** @param problem - the reason for the refund, which admins see */
export const markRefunded = (
	shop: ShopContext,
	intentId: string,
	refundId: string,
	problem: string,
) => updatePayment(shop, intentId, { status: "refunded", refundId, problem, nextCheckAt: null });

/** Reopens a payment whose refund has failed. */
export const reopenPayment = (shop: ShopContext, intentId: string) =>
	updatePayment(
		shop,
		intentId,
		{ status: "open", refundId: null, nextCheckAt: new Date(), checks: 0 },
		eq(payments.status, "refunded"),
	);

const keepOrScheduleCheck = () =>
	sql`coalesce(${payments.nextCheckAt}, ${getNextCheckAt(0).getTime()})`;

/** False for a refunded payment, and for one that was canceled without a charge. */
const isOpenOrCharged = and(
	ne(payments.status, "refunded"),
	or(ne(payments.status, "cancelled"), gt(payments.receivedCents, 0)),
);

/**
 * Makes the sweep check a payment until it is final. A canceled payment stays canceled.
 * @param problem - the problem that admins see
 */
export const continueChecks = (shop: ShopContext, intentId: string, problem: string | null) =>
	updatePayment(shop, intentId, { problem, nextCheckAt: keepOrScheduleCheck() }, isOpenOrCharged);

export const stopChecks = (shop: ShopContext, intentId: string, problem: string | null) =>
	updatePayment(shop, intentId, { problem, nextCheckAt: null });

/** Blocks shipping the order until the sweep has read the dispute. */
export const holdForDispute = (shop: ShopContext, intentId: string) =>
	updatePayment(
		shop,
		intentId,
		{ hold: "disputed", nextCheckAt: keepOrScheduleCheck() },
		isNull(payments.hold),
	);

/** Lets the customer start another payment if Stripe does not know this one. The sweep still checks this one for a week. */
export const markUnknownAsCanceled = (shop: ShopContext, intentId: string) =>
	updatePayment(shop, intentId, { status: "cancelled" }, isOpen);
