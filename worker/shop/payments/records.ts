import { and, desc, eq, gt, isNotNull, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { retry } from "#worker/db/retry.ts";
import { payments, settings } from "#worker/db/schema.ts";
import type { Intent } from "#worker/services/intents.ts";
import type { Shop } from "../context.ts";

const minuteMs = 60 * 1000;
/** Milliseconds that the browser and the webhook have before the sweep looks. */
const firstPauseMs = 2 * minuteMs;
const [secondPauseMs, longestPauseMs] = [5 * minuteMs, 24 * 60 * minuteMs];

const checksUntilDaily = 9;

/** The pauses before this many checks add up to a week: then nobody is going to pay, and the intent is cancelled. */
export const checksUntilAbandoned = 15;

export const firstCheckAt = () => new Date(Date.now() + firstPauseMs);

/** When the sweep, which has looked so often, looks again: the pause doubles each time, up to a day. */
export const nextCheckAt = (checks: number, now = Date.now()) =>
	new Date(now + Math.min(secondPauseMs * 2 ** checks, longestPauseMs));

/** A paid order is looked at once a day until it is shipped, in case a webhook about a refund or a dispute was lost. */
export const dailyChecks = () => ({
	nextCheckAt: new Date(Date.now() + longestPauseMs),
	checks: checksUntilDaily,
});

/** Also where the time lies further ahead than any pause, as after a clock was set back. @param now ms since 1970 */
export const isDue = (now: number) =>
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

/** The random id of this shop, which the migration has made. */
export const selectShopId = ({ db }: Pick<Shop, "db">) =>
	db.select({ value: settings.value }).from(settings).where(eq(settings.name, "shop_id"));

export function requireShopId([row]: { value: string }[]): string {
	if (!row) throw new Error("The database has no shop_id in its settings");
	return row.value;
}

/** `known` is null for a payment that is not recorded. */
export async function readKnown(shop: Shop, intentId: string) {
	const [ids, [known]] = await retry(() =>
		shop.db.batch([
			selectShopId(shop),
			shop.db.select().from(payments).where(eq(payments.id, intentId)),
		]),
	);
	return { shopId: requireShopId(ids), known: known ?? null };
}

/**
 * A Stripe account may serve several shops and other apps, and Stripe sends each event to each of them. Ours is what
 * carries this shop's id, and what was recorded before intents carried one (docs/decisions/own-payments.md).
 */
export const isOurs = (
	{ shopId }: Pick<Intent, "shopId">,
	{ shopId: own, known }: Awaited<ReturnType<typeof readKnown>>,
): boolean => (shopId === null ? known !== null : shopId === own);

export const logOtherApp = (intentId: string, shopId: string | null) =>
	console.log(JSON.stringify({ payment: "not of this shop", intent: intentId, shop: shopId }));

/** By another column's index: of a status there are many, of an order a handful. */
export const statusIs = (status: "open" | "paid") => sql`+${payments.status} = ${status}`;

/** Newest first. */
export async function getOpenIntentIds({ db }: Shop, orderId: string): Promise<string[]> {
	const rows = await db
		.select({ id: payments.id })
		.from(payments)
		.where(and(eq(payments.orderId, orderId), statusIs("open")))
		.orderBy(desc(payments.createdAt));
	return rows.map((row) => row.id);
}

const updatePayment = (
	{ db }: Shop,
	intentId: string,
	change: SQLiteUpdateSetSource<typeof payments>,
	where?: SQL,
) =>
	retry(() =>
		db
			.update(payments)
			.set({ updatedAt: new Date(), ...change })
			.where(and(eq(payments.id, intentId), where)),
	);

/** Somebody opens the payment page again: the sweep looks at an open payment as at a new one, and does not cancel it meanwhile. */
export const restartChecks = (shop: Shop, intentId: string) =>
	updatePayment(
		shop,
		intentId,
		{ nextCheckAt: firstCheckAt(), checks: 0 },
		eq(payments.status, "open"),
	);

/**
 * Closes an open payment that is cancelled at Stripe, or whose money a dispute took: there is nothing more to look for. One that
 * was closed before is followed no more, unless its money is held.
 */
export const markCancelled = (shop: Shop, intentId: string) =>
	updatePayment(
		shop,
		intentId,
		{ status: "cancelled", problem: null, nextCheckAt: null },
		or(
			eq(payments.status, "open"),
			and(
				eq(payments.status, "cancelled"),
				sql`coalesce(${payments.hold}, 'dispute_lost') = 'dispute_lost'`,
			),
		),
	);

/** The whole amount went back. @param reason for the admin */
export const markRefunded = (shop: Shop, intentId: string, refundId: string, reason: string) =>
	updatePayment(shop, intentId, {
		status: "refunded",
		refundId,
		problem: reason,
		nextCheckAt: null,
	});

/** Of a payment that was believed to be refunded the money is with the shop after all: the refund has failed. The sweep follows it. */
export const reopen = (shop: Shop, intentId: string) =>
	updatePayment(
		shop,
		intentId,
		{ status: "open", refundId: null, nextCheckAt: new Date(), checks: 0 },
		eq(payments.status, "refunded"),
	);

const followed = () => sql`coalesce(${payments.nextCheckAt}, ${nextCheckAt(0).getTime()})`;

/** False of what is refunded, and of what was cancelled without ever being charged. */
const isOpenOrCharged = and(
	ne(payments.status, "refunded"),
	or(ne(payments.status, "cancelled"), gt(payments.receivedCents, 0)),
);

/** Has the sweep ask Stripe about a payment until its end is known; a closed one stays closed. @param problem for the admin */
export const follow = (shop: Shop, intentId: string, problem: string | null) =>
	updatePayment(shop, intentId, { problem, nextCheckAt: followed() }, isOpenOrCharged);

/** Nothing more is expected of a payment. */
export const unfollow = (shop: Shop, intentId: string, problem: string | null) =>
	updatePayment(shop, intentId, { problem, nextCheckAt: null });

/** Stripe says that there is, or was, a dispute, but not how it stands: nobody may ship the order until the sweep has read it. */
export const holdDisputed = (shop: Shop, intentId: string) =>
	updatePayment(
		shop,
		intentId,
		{ hold: "disputed", nextCheckAt: followed() },
		isNull(payments.hold),
	);

/** Stripe does not know it: another may be opened, and the sweep asks for this one until it is given up. */
export const setAside = (shop: Shop, intentId: string) =>
	updatePayment(shop, intentId, { status: "cancelled" }, eq(payments.status, "open"));
