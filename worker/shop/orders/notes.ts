import { and, asc, eq, exists, gt, notExists } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { createId } from "#worker/auth/tokens.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { orderNotes, orders, users } from "#worker/db/schema.ts";
import { createAuditEntry } from "../audit.ts";
import type { ShopContext } from "../context.ts";
import { write, writeAudited } from "../write.ts";
import { requireOrderInAnyState } from "./read.ts";

/** `author`: an email; null if the account was deleted. */
export type OrderNote = {
	id: string;
	text: string;
	author: string | null;
	isOwn: boolean;
	createdAt: Date;
};

/**
 * Lists an order's notes, oldest first.
 * @throws ShopError 401, 403 or 404
 */
export async function listNotes(shop: ShopContext, orderId: string): Promise<OrderNote[]> {
	const account = requireCapability(shop, "orders:note");
	await requireOrderInAnyState(shop, orderId, "orders:note");
	const rows = await shop.db
		.select({
			id: orderNotes.id,
			text: orderNotes.text,
			author: users.email,
			userId: orderNotes.userId,
			createdAt: orderNotes.createdAt,
		})
		.from(orderNotes)
		.leftJoin(users, eq(users.id, orderNotes.userId))
		.where(eq(orderNotes.orderId, orderId))
		.orderBy(asc(orderNotes.createdAt));
	return rows.map(({ userId, ...note }) => ({ ...note, isOwn: userId === account.id }));
}

/** How long a request can be retried without adding another note. */
const retryMs = 10 * 60 * 1000;

/**
 * Adds a note that only staff see. The same text by the same author is not added again within ten minutes, so that requests can be
 * retried.
 * @returns the note's id
 * @throws ShopError 401, 403 or 404
 */
export async function addNote(shop: ShopContext, orderId: string, text: string): Promise<string> {
	const account = requireCapability(shop, "orders:note");
	const { db } = shop;
	await requireOrderInAnyState(shop, orderId, "orders:note");
	const now = new Date();
	const isSameNote = and(
		eq(orderNotes.orderId, orderId),
		eq(orderNotes.userId, account.id),
		eq(orderNotes.text, text),
		gt(orderNotes.createdAt, new Date(now.getTime() - retryMs)),
	);
	const isNew = notExists(db.select({ id: orderNotes.id }).from(orderNotes).where(isSameNote));
	const where = and(eq(orders.id, orderId), isNew);
	const note = { id: createId(), orderId, userId: account.id, text, createdAt: now };
	const written = await write(shop, {
		audit: createAuditEntry(account, { action: "order-noted", where }),
		statements: [insertSelect(db, orderNotes, note, orders, where)],
		confirmWrite: db.select({ id: orderNotes.id }).from(orderNotes).where(isSameNote),
	});
	if (!written) throw new ShopError("order_not_found");
	return written.id;
}

/**
 * Deletes a note. Only its author can delete it. Idempotent.
 * @returns how many notes were deleted: 1 or 0
 * @throws ShopError 401, 403; 404 for an unknown order
 */
export async function deleteNote(shop: ShopContext, orderId: string, id: string): Promise<number> {
	const account = requireCapability(shop, "orders:note");
	const { db } = shop;
	await requireOrderInAnyState(shop, orderId, "orders:note");
	const isNote = and(eq(orderNotes.id, id), eq(orderNotes.orderId, orderId));
	const row = await db.select({ userId: orderNotes.userId }).from(orderNotes).where(isNote).get();
	if (!row) return 0;
	if (row.userId !== account.id) throw new ShopError("forbidden");
	const note = db.select({ id: orderNotes.id }).from(orderNotes).where(isNote);
	const audit = createAuditEntry(account, {
		action: "order-note-deleted",
		where: and(eq(orders.id, orderId), exists(note)),
	});
	const deleted = await writeAudited(shop, {
		audit,
		statements: [db.delete(orderNotes).where(isNote)],
	});
	return deleted ? 1 : 0;
}
