import { and, desc, eq, gt, isNull, ne, or, sql } from "drizzle-orm";
import { retry } from "#worker/db/retry.ts";
import { payments } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { nextCheckAt } from "./checks.ts";

/** By another column's index: of a status there are many, of an order a handful. */
export const statusIs = (status: "open" | "paid") => sql`+${payments.status} = ${status}`;

/** @returns ids of the intents of an order that are neither paid, cancelled nor refunded, newest first */
export async function getOpenIntentIds({ db }: Shop, orderId: string): Promise<string[]> {
	const rows = await db
		.select({ id: payments.id })
		.from(payments)
		.where(and(eq(payments.orderId, orderId), statusIs("open")))
		.orderBy(desc(payments.createdAt))
		.all();
	return rows.map((row) => row.id);
}

/**
 * Closes an open payment that is cancelled at Stripe, or whose money a dispute took: there is nothing more to look for. One that
 * was closed before is followed no more, unless its money is held.
 */
export const markCancelled = ({ db }: Shop, intentId: string) =>
	retry(() =>
		db
			.update(payments)
			.set({ status: "cancelled", problem: null, nextCheckAt: null, updatedAt: new Date() })
			.where(
				and(
					eq(payments.id, intentId),
					or(
						eq(payments.status, "open"),
						and(
							eq(payments.status, "cancelled"),
							sql`coalesce(${payments.hold}, 'dispute_lost') = 'dispute_lost'`,
						),
					),
				),
			),
	);

/** The whole amount went back. @param refundId Stripe's `re_…` @param reason why, for the admin */
export const markRefunded = ({ db }: Shop, intentId: string, refundId: string, reason: string) =>
	retry(() =>
		db
			.update(payments)
			.set({
				status: "refunded",
				refundId,
				problem: reason,
				nextCheckAt: null,
				updatedAt: new Date(),
			})
			.where(eq(payments.id, intentId)),
	);

/** Of a payment that was believed to be refunded the money is with the shop after all: the refund has failed. The sweep follows it. */
export const reopen = ({ db }: Shop, intentId: string) =>
	retry(() =>
		db
			.update(payments)
			.set({
				status: "open",
				refundId: null,
				nextCheckAt: new Date(),
				checks: 0,
				updatedAt: new Date(),
			})
			.where(and(eq(payments.id, intentId), eq(payments.status, "refunded"))),
	);

/** False of what is refunded, and of what was cancelled without ever being charged. */
const isOpenOrCharged = and(
	ne(payments.status, "refunded"),
	or(ne(payments.status, "cancelled"), gt(payments.receivedCents, 0)),
);

/**
 * Has the sweep ask Stripe about a payment until its end is known; a closed one stays closed.
 * @param problem for the admin; null when all is well
 */
export const follow = ({ db }: Shop, intentId: string, problem: string | null) =>
	retry(() =>
		db
			.update(payments)
			.set({
				problem,
				nextCheckAt: sql`coalesce(${payments.nextCheckAt}, ${nextCheckAt(0).getTime()})`,
				updatedAt: new Date(),
			})
			.where(and(eq(payments.id, intentId), isOpenOrCharged)),
	);

/** Nothing more is expected of a payment. @param problem for the admin; null when all is well */
export const unfollow = ({ db }: Shop, intentId: string, problem: string | null) =>
	retry(() =>
		db
			.update(payments)
			.set({ problem, nextCheckAt: null, updatedAt: new Date() })
			.where(eq(payments.id, intentId)),
	);

/** Stripe says that there is, or was, a dispute, but not how it stands: nobody may ship the order until the sweep has read it. */
export const holdDisputed = ({ db }: Shop, intentId: string) =>
	retry(() =>
		db
			.update(payments)
			.set({
				hold: "disputed",
				nextCheckAt: sql`coalesce(${payments.nextCheckAt}, ${nextCheckAt(0).getTime()})`,
				updatedAt: new Date(),
			})
			.where(and(eq(payments.id, intentId), isNull(payments.hold))),
	);

/** Stripe does not know it: another may be opened, and the sweep asks for this one until it is given up. */
export const setAside = ({ db }: Shop, intentId: string) =>
	retry(() =>
		db
			.update(payments)
			.set({ status: "cancelled", updatedAt: new Date() })
			.where(and(eq(payments.id, intentId), eq(payments.status, "open"))),
	);
