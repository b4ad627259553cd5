import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { tableSize } from "#contract/limits.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { payments } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { statusIs } from "./records.ts";

const columns = {
	id: payments.id,
	orderId: payments.orderId,
	amountCents: payments.amountCents,
	currency: payments.currency,
	hold: payments.hold,
	refundId: payments.refundId,
	problem: payments.problem,
};

/**
 * Payments that want a look: those that could not be closed yet or wait for an admin; those of paid orders that were refunded
 * or disputed at Stripe; and those that came for an order that was gone, paid or of another amount, and were given back
 * (architecture.md "Payment"). In one round trip.
 * @returns the latest 25 of each, newest first; amount in the smallest unit of the currency
 * @throws ShopError 401, 403
 */
export async function getPaymentProblems(shop: Shop) {
	requireCapability(shop, "payments:read");
	const { db } = shop;
	const hasProblem = isNotNull(payments.problem);
	const [open, held, refunded] = await db.batch([
		db
			.select(columns)
			.from(payments)
			.where(and(hasProblem, isNull(payments.refundId)))
			.orderBy(desc(payments.updatedAt))
			.limit(tableSize),
		db
			.select(columns)
			.from(payments)
			.where(and(isNotNull(payments.hold), statusIs("paid")))
			.orderBy(desc(payments.updatedAt))
			.limit(tableSize),
		db
			.select(columns)
			.from(payments)
			.where(and(hasProblem, eq(payments.status, "refunded")))
			.orderBy(desc(payments.updatedAt))
			.limit(tableSize),
	]);
	return { open, held, refunded };
}

type PaymentProblems = Awaited<ReturnType<typeof getPaymentProblems>>;
export type PaymentProblem = PaymentProblems["open"][number];
