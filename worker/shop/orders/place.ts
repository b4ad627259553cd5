import {
	and,
	between,
	eq,
	getTableColumns,
	isNull,
	lte,
	notExists,
	or,
	type SQL,
	type SQLWrapper,
	sql,
} from "drizzle-orm";
import { type DeliveryInput, mapDelivery } from "#contract/delivery.ts";
import { ShopError } from "#contract/errors.ts";
import { openOrdersMax, orderTotalCents } from "#contract/limits.ts";
import { formatCents } from "#contract/money.ts";
import type { Account } from "#contract/roles.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import type { Database } from "#worker/db/client.ts";
import { isCheckFailure, isForeignKeyViolation } from "#worker/db/failures.ts";
import { prepareOnce, writeAndRead } from "#worker/db/prepared.ts";
import { retry } from "#worker/db/retry.ts";
import { orders, products, users } from "#worker/db/schema.ts";
import { productTags } from "../cache-tags.ts";
import { type Product, requireProduct } from "../catalogue/read.ts";
import type { Shop } from "../context.ts";

type Placing = DeliveryInput & {
	quantity: number;
	productId: string;
	idempotencyKey: string | null;
	/** Cents a piece that the buyer has seen; without it the price is what it is. */
	shownCents?: number | undefined;
};

export type Placed = { id: string; placedAt: Date };

const given = {
	id: sql.placeholder("id"),
	userId: sql.placeholder("userId"),
	productId: sql.placeholder("productId"),
	quantity: sql.placeholder("quantity"),
	key: sql.placeholder("key"),
	shown: sql.placeholder("shown"),
};

/** The order that this request, or an earlier one with its key, has made. Nothing equals a key that is null. */
const isPlaced = or(
	eq(orders.id, given.id),
	and(eq(orders.userId, given.userId), eq(orders.idempotencyKey, given.key)),
);

/** How many orders of an account are unpaid: the limit itself bounds what is counted. */
const openOrdersOf = (userId: SQLWrapper | string): SQL<number> =>
	sql<number>`(select count(*) from ${orders} where ${and(
		eq(orders.userId, userId),
		eq(orders.state, "unpaid"),
	)})`;

const mostOpenOrders = sql<number>`case when ${users.emailProvedAt} is null then ${sql.raw(
	String(openOrdersMax.unverified),
)} else ${sql.raw(String(openOrdersMax.verified))} end`;

/** Holds while the statement runs: one more unpaid order is allowed to the account. */
const mayOpenOrder = (db: Database, userId: SQLWrapper): SQL =>
	notExists(
		db
			.select({ full: sql`1` })
			.from(users)
			.where(and(eq(users.id, userId), sql`${openOrdersOf(userId)} >= ${mostOpenOrders}`)),
	);

const isSellable = (db: Database) =>
	and(
		eq(products.id, given.productId),
		isNull(products.deletedAt),
		lte(products.minimum, given.quantity),
		sql`coalesce(${given.shown}, ${products.priceCents}) = ${products.priceCents}`,
		between(
			sql`${products.priceCents} * ${given.quantity}`,
			orderTotalCents.min,
			orderTotalCents.max,
		),
		notExists(db.select({ id: orders.id }).from(orders).where(isPlaced)),
		mayOpenOrder(db, given.userId),
	);

const takePieces = prepareOnce((db) =>
	db
		.update(products)
		.set({ quantity: sql`${products.quantity} - ${given.quantity}` })
		.where(isSellable(db))
		.returning({ id: products.id }),
);

/** What a new order has in each column; nothing in the others. */
const orderValues: Record<string, SQLWrapper> = {
	id: given.id,
	userId: given.userId,
	productId: products.id,
	toolName: products.name,
	toolPriceCents: products.priceCents,
	quantity: given.quantity,
	name: sql.placeholder("name"),
	email: sql.placeholder("email"),
	...mapDelivery((name) => sql.placeholder(name)),
	idempotencyKey: given.key,
	createdAt: sql.placeholder("now"),
} satisfies Partial<Record<keyof typeof orders.$inferSelect, SQLWrapper>>;

/** An INSERT by SELECT wants every column, in the order of the table. */
const { state: _, ...writtenColumns } = getTableColumns(orders);
const newOrder = Object.fromEntries(
	Object.entries(writtenColumns).map(([key, { name }]) => [
		key,
		sql`${orderValues[key] ?? sql`null`}`.as(name),
	]),
);

const writeOrder = prepareOnce((db) =>
	db
		.insert(orders)
		.select(
			db
				.select(newOrder)
				.from(products)
				.where(isSellable(db))
				// Drizzle would ask for the generated column too.
				.getSQL(),
		)
		.returning({ id: orders.id }),
);

/** That order, and the stock of its tool now. */
const selectPlaced = prepareOnce((db) =>
	db
		.select({
			id: orders.id,
			productId: orders.productId,
			quantity: orders.quantity,
			...mapDelivery((name) => orders[name]),
			createdAt: orders.createdAt,
			stock: sql<number>`${products.quantity}`.as("stock"),
			minimum: products.minimum,
		})
		.from(orders)
		.innerJoin(products, eq(products.id, orders.productId))
		.where(isPlaced),
);

/**
 * Takes the pieces from stock and writes the order in one transaction (architecture.md "Stock"). Name and price are copied from the
 * product in the same statement; the CHECK on stock fails the transaction where it would oversell. Where the order is there
 * already nothing is written, so it may be sent again. As `write` does (write.ts), with statements that are prepared.
 * @returns the order, made now or by an earlier request with this key; null where there is none
 * @throws ShopError 401, 409 when the key belongs to another order
 */
async function tryToPlace(
	shop: Shop,
	account: Account,
	placing: Placing,
	id: string,
): Promise<Placed | null> {
	const { db } = shop;
	const { productId, quantity, idempotencyKey: key, shownCents: shown = null } = placing;
	const { id: userId, name, email } = account;
	const values = { id, userId, productId, quantity, key, shown, now: Date.now() };
	const typed = { productId, quantity, ...mapDelivery((detail) => placing[detail] ?? "") };
	const writes = [takePieces(db, values), writeOrder(db, { ...values, ...typed, name, email })];
	const send = () => writeAndRead(db, writes, selectPlaced(db, values));
	const [placed] = await retry(send).catch((error: unknown) => {
		if (isForeignKeyViolation(error)) throw new ShopError("unauthenticated");
		if (isCheckFailure(error)) return [];
		throw error;
	});
	if (!placed) return null;
	const existing = new Map<string, unknown>(Object.entries(placed));
	const isSame = Object.entries(typed).every(([name, value]) => existing.get(name) === value);
	if (!isSame) throw new ShopError("idempotency_key_reused");
	const { createdAt: placedAt, stock, minimum } = placed;
	if (placed.id === id && isOutOfStock({ quantity: stock, minimum })) {
		shop.purge(productTags(productId));
	}
	return { id: placed.id, placedAt };
}

/**
 * specification.md §5, "Purchase".
 * @returns null where the product, as it is now, could be ordered
 */
function rejectionReason(product: Product, { quantity, shownCents }: Placing): ShopError | null {
	if (shownCents !== undefined && shownCents !== product.priceCents) {
		return new ShopError("price_changed", { price: formatCents(product.priceCents) });
	}
	const { minimum } = product;
	if (quantity < minimum) return new ShopError("below_minimum", { minimum });
	if (quantity > product.quantity) return new ShopError("insufficient_stock", { quantity });
	const { min, max } = orderTotalCents;
	const totalCents = product.priceCents * quantity;
	if (totalCents >= min && totalCents <= max) return null;
	return new ShopError("order_total_out_of_range", {
		min: formatCents(min),
		max: formatCents(max),
	});
}

/** @returns why the account may not order more until it has paid, cancelled or verified; null where it may */
async function openOrdersError({ db }: Shop, { id }: Account): Promise<ShopError | null> {
	const row = await db
		.select({ open: openOrdersOf(id).as("open"), most: mostOpenOrders.as("most") })
		.from(users)
		.where(eq(users.id, id))
		.get();
	if (!row || row.open < row.most) return null;
	const isVerified = row.most === openOrdersMax.verified;
	const code = isVerified ? "too_many_unpaid_orders" : "email_verification_required";
	return new ShopError(code, { max: row.most });
}

/** Tries to place an order where the stock comes and goes between the attempt and the look at what refused it. */
const maxAttempts = 3;

/**
 * Places an order for the signed-in shopper.
 * @param placing pieces, address, phone; with an idempotency key, the same request twice is one order
 * @returns the order, made now or before
 * @throws ShopError 400 below the minimum or above the stock, 401, 403 for admins, 404 unknown product,
 * 409 key reused, the price is not the one seen, or too many unpaid orders, 429, 503 when the product changed at every attempt
 */
export async function placeOrderOnce(shop: Shop, placing: Placing): Promise<Placed> {
	const account = requireCapability(shop, "orders:place");
	await enforceRateLimit(shop.env, "order", account.id);
	const id = createId();
	for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
		const placed = await tryToPlace(shop, account, placing, id);
		if (placed) return placed;
		const product = await requireProduct(shop, placing.productId);
		const reason = rejectionReason(product, placing) ?? (await openOrdersError(shop, account));
		if (reason) throw reason;
	}
	throw new ShopError("unavailable");
}

/** Like `placeOrderOnce`. @returns the order's id */
export const placeOrder = async (shop: Shop, placing: Placing): Promise<string> =>
	(await placeOrderOnce(shop, placing)).id;
