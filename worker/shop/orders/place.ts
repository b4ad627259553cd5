import { and, between, eq, isNull, lte, sql } from "drizzle-orm";
import { fieldError, ShopError } from "#contract/errors.ts";
import { orderTotalCents } from "#contract/limits.ts";
import { belowMinimum, failure, notAvailable, totalOutOfRange } from "#contract/messages.ts";
import { formatCents } from "#contract/money.ts";
import type { Account } from "#contract/roles.ts";
import type { Purchase } from "#contract/schemas/orders.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { requireShopper } from "#worker/auth/guards.ts";
import { countTry } from "#worker/auth/limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import { isCheckFailure, isOwnerGone, isUniqueFailure } from "#worker/db/failures.ts";
import { orders, products } from "#worker/db/schema.ts";
import { productTags } from "../cache-tags.ts";
import { type Product, requireProduct } from "../catalogue/read.ts";
import type { Shop } from "../context.ts";

type Placing = Purchase & { productId: string; idempotencyKey: string | null };

/**
 * Takes the pieces from stock and writes the order in one transaction (architecture.md "Stock"). Name and price
 * are copied from the product in the same statement; the CHECK on stock makes the whole batch fail where it
 * would oversell.
 */
async function takeAndWrite(
	shop: Shop,
	account: Account,
	placing: Placing,
): Promise<string | null> {
	const { db } = shop;
	const { productId, quantity, location, phone, idempotencyKey } = placing;
	const sellable = and(
		eq(products.id, productId),
		isNull(products.deletedAt),
		lte(products.minimum, quantity),
		between(sql`${products.priceCents} * ${quantity}`, orderTotalCents.least, orderTotalCents.most),
	);
	const id = createId();
	const [taken, written] = await db.batch([
		db
			.update(products)
			.set({ quantity: sql`${products.quantity} - ${quantity}` })
			.where(sellable)
			.returning({ quantity: products.quantity, minimum: products.minimum }),
		db
			.insert(orders)
			.select(
				db
					.select({
						id: sql<string>`${id}`.as("id"),
						userId: sql<string>`${account.id}`.as("user_id"),
						productId: products.id,
						toolName: products.name,
						toolPriceCents: products.priceCents,
						quantity: sql<number>`${quantity}`.as("quantity"),
						name: sql<string>`${account.name}`.as("name"),
						email: sql<string>`${account.email}`.as("email"),
						location: sql<string>`${location}`.as("location"),
						phone: sql<string>`${phone}`.as("phone"),
						idempotencyKey: sql<string | null>`${idempotencyKey}`.as("idempotency_key"),
						transactionId: sql<null>`null`.as("transaction_id"),
						createdAt: sql<Date>`${Date.now()}`.as("created_at"),
						paidAt: sql<null>`null`.as("paid_at"),
						shiftedAt: sql<null>`null`.as("shifted_at"),
					})
					.from(products)
					.where(sellable),
			)
			.returning({ id: orders.id }),
	]);
	if (taken.some((left) => isOutOfStock(left))) await shop.purge(productTags(productId));
	return written[0]?.id ?? null;
}

/** The order that an earlier request with this key has made. */
async function findRepeated(
	{ db }: Shop,
	account: Account,
	placing: Placing,
): Promise<string | null> {
	if (!placing.idempotencyKey) return null;
	const earlier = await db
		.select({ id: orders.id, productId: orders.productId, quantity: orders.quantity })
		.from(orders)
		.where(and(eq(orders.userId, account.id), eq(orders.idempotencyKey, placing.idempotencyKey)))
		.get();
	if (!earlier) return null;
	if (earlier.productId !== placing.productId || earlier.quantity !== placing.quantity) {
		throw new ShopError("conflict", failure.idempotencyReused);
	}
	return earlier.id;
}

/** specification.md §5, "Purchase". */
function refuse(product: Product, quantity: number): ShopError {
	if (quantity < product.minimum) return fieldError("quantity", belowMinimum(product.minimum));
	if (quantity > product.quantity) return fieldError("quantity", notAvailable(quantity));
	const { least, most } = orderTotalCents;
	return fieldError("quantity", totalOutOfRange(formatCents(least), formatCents(most)));
}

/**
 * Places an order for the signed-in shopper.
 * @param placing pieces, address, phone; with an idempotency key, the same request twice is one order
 * @returns the order's id
 * @throws ShopError 400 below the minimum or above the stock, 401, 403 for admins, 404 unknown product,
 * 409 key reused, 429
 */
export async function placeOrder(shop: Shop, placing: Placing): Promise<string> {
	const account = requireShopper(shop);
	await countTry(shop.env.LIMIT_ORDER, account.id);
	try {
		const id = await takeAndWrite(shop, account, placing);
		if (id) return id;
	} catch (error) {
		if (isOwnerGone(error)) throw new ShopError("signedOut", failure.noUser);
		if (!isCheckFailure(error) && !isUniqueFailure(error)) throw error;
	}
	const repeated = await findRepeated(shop, account, placing);
	if (repeated) return repeated;
	throw refuse(await requireProduct(shop, placing.productId), placing.quantity);
}
