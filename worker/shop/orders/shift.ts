import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";
import { requireAdmin } from "#worker/auth/guards.ts";
import { retry } from "#worker/db/retry.ts";
import { orders } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { putInOutbox } from "../mails/outbox.ts";
import { sendAfterAnswer } from "../mails/send.ts";
import { requireOrder } from "./read.ts";

/** Ships a paid order and puts the mail about it into the outbox, in one transaction. */
function ship({ db }: Shop, id: string, shiftedAt: Date) {
	return db.batch([
		db
			.update(orders)
			.set({ shiftedAt })
			.where(and(eq(orders.id, id), isNotNull(orders.paidAt), isNull(orders.shiftedAt)))
			.returning({ id: orders.id }),
		putInOutbox(db, "shipped", and(eq(orders.id, id), eq(orders.shiftedAt, shiftedAt))),
	]);
}

/**
 * Marks a paid order as shipped and writes to its customer; a second time changes nothing.
 * @returns how many orders changed: 1 or 0
 * @throws ShopError 401, 403, 404, 409 when it is not paid
 */
export async function shiftOrder(shop: Shop, id: string): Promise<number> {
	requireAdmin(shop);
	const order = await requireOrder(shop, id);
	if (!order.paidAt) throw new ShopError("conflict", failure.notPaid);
	const shiftedAt = new Date();
	const [shifted, mail] = await retry(() => ship(shop, id, shiftedAt));
	sendAfterAnswer(shop, "shipped", mail);
	return shifted.length;
}
