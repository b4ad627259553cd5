import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import type { Account } from "#contract/roles.ts";
import { requireAdmin } from "#worker/auth/guards.ts";
import { retry } from "#worker/db/retry.ts";
import { orders } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { putInOutbox } from "../mails/outbox.ts";
import { sendAfterAnswer } from "../mails/send.ts";
import { orderLine } from "./audit-line.ts";
import { requireOrder } from "./read.ts";

/** Ships a paid order, notes it, and puts the mail about it into the outbox, in one transaction. */
function ship(shop: Shop, admin: Account, id: string, shiftedAt: Date) {
	const { db } = shop;
	const toShip = and(eq(orders.id, id), isNotNull(orders.paidAt), isNull(orders.shiftedAt));
	return db.batch([
		orderLine(shop, admin, "order-shifted", toShip),
		db.update(orders).set({ shiftedAt }).where(toShip).returning({ id: orders.id }),
		putInOutbox(db, "shipped", and(eq(orders.id, id), eq(orders.shiftedAt, shiftedAt))),
	]);
}

/**
 * Marks a paid order as shipped and writes to its customer; a second time changes nothing.
 * @returns how many orders changed: 1 or 0
 * @throws ShopError 401, 403, 404, 409 when it is not paid
 */
export async function shiftOrder(shop: Shop, id: string): Promise<number> {
	const admin = requireAdmin(shop);
	const order = await requireOrder(shop, id);
	if (!order.paidAt) throw new ShopError("conflict", failure.notPaid);
	const shiftedAt = new Date();
	const [, shifted, mail] = await retry(() => ship(shop, admin, id, shiftedAt));
	sendAfterAnswer(shop, "shipped", mail);
	return shifted.length;
}
