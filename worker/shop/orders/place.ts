import { and, between, eq, isNull, lte, notExists, or, sql } from "drizzle-orm";
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
import { isCheckFailure, isOwnerGone } from "#worker/db/failures.ts";
import { retryWrite } from "#worker/db/retry.ts";
import { orders, products } from "#worker/db/schema.ts";
import { productTags } from "../cache-tags.ts";
import { type Product, requireProduct } from "../catalogue/read.ts";
import type { Shop } from "../context.ts";

type Placing = Purchase & { productId: string; idempotencyKey: string | null };

/** The order that this request, or an earlier one with its key, has made. */
const isPlaced = (id: string, { id: userId }: Account, { idempotencyKey }: Placing) =>
	or(
		eq(orders.id, id),
		idempotencyKey === null
			? undefined
			: and(eq(orders.userId, userId), eq(orders.idempotencyKey, idempotencyKey)),
	);

/**
 * Takes the pieces from stock and writes the order in one transaction (architecture.md "Stock"). Name and price
 * are copied from the product in the same statement; the CHECK on stock makes the whole batch fail where it
 * would oversell. Where the order is there already nothing is written, so it may be done twice.
 */
function takeAndWrite({ db }: Shop, account: Account, placing: Placing, id: string) {
	const { productId, quantity, location, phone, idempotencyKey } = placing;
	const placed = db
		.select({ id: orders.id })
		.from(orders)
		.where(isPlaced(id, account, placing));
	const sellable = and(
		eq(products.id, productId),
		isNull(products.deletedAt),
		lte(products.minimum, quantity),
		between(sql`${products.priceCents} * ${quantity}`, orderTotalCents.least, orderTotalCents.most),
		notExists(placed),
	);
	return db.batch([
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
}

/** @returns the id of the new order; null where none was made @throws ShopError 401 */
async function take(
	shop: Shop,
	account: Account,
	placing: Placing,
	id: string,
): Promise<string | null> {
	try {
		const place = () => takeAndWrite(shop, account, placing, id);
		const { result, again } = await retryWrite(place);
		const [taken, written] = result;
		if (again || taken.some((left) => isOutOfStock(left))) {
			await shop.purge(productTags(placing.productId));
		}
		return written[0]?.id ?? null;
	} catch (error) {
		if (isOwnerGone(error)) throw new ShopError("signedOut", failure.noUser);
		if (isCheckFailure(error)) return null;
		throw error;
	}
}

/** The order that an earlier try, or an earlier request with this key, has made. */
async function findPlaced(
	{ db }: Shop,
	account: Account,
	placing: Placing,
	id: string,
): Promise<string | null> {
	const earlier = await db
		.select({ id: orders.id, productId: orders.productId, quantity: orders.quantity })
		.from(orders)
		.where(isPlaced(id, account, placing))
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
	const id = createId();
	const written = await take(shop, account, placing, id);
	if (written) return written;
	const placed = await findPlaced(shop, account, placing, id);
	if (placed) return placed;
	throw refuse(await requireProduct(shop, placing.productId), placing.quantity);
}
