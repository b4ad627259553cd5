import {
	and,
	between,
	eq,
	getTableColumns,
	isNull,
	lte,
	notExists,
	or,
	type SQLWrapper,
	sql,
} from "drizzle-orm";
import { deliveryEntries, mapDelivery } from "#contract/delivery.ts";
import { ShopError } from "#contract/errors.ts";
import { orderTotalCents } from "#contract/limits.ts";
import { formatCents } from "#contract/money.ts";
import type { Account } from "#contract/roles.ts";
import type { Purchase } from "#contract/schemas/orders.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import type { Database } from "#worker/db/client.ts";
import { isCheckFailure, isOwnerGone } from "#worker/db/failures.ts";
import { prepareOnce, send, sendTogether } from "#worker/db/prepared.ts";
import { retryWrite } from "#worker/db/retry.ts";
import { orders, products } from "#worker/db/schema.ts";
import { productTags } from "../cache-tags.ts";
import { type Product, requireProduct } from "../catalogue/read.ts";
import type { Shop } from "../context.ts";
import { mayOpenOrder, openOrdersRefusal } from "./open-orders.ts";

type Placing = Purchase & {
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
		.returning({ quantity: products.quantity, minimum: products.minimum }),
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

/**
 * Takes the pieces from stock and writes the order in one transaction (architecture.md "Stock"). Name and price
 * are copied from the product in the same statement; the CHECK on stock makes the whole batch fail where it
 * would oversell. Where the order is there already nothing is written, so it may be done twice.
 */
function takeAndWrite({ db }: Shop, account: Account, placing: Placing, id: string) {
	const { productId, quantity, idempotencyKey: key } = placing;
	const { id: userId, name, email } = account;
	const shown = placing.shownCents ?? null;
	const values = { id, userId, productId, quantity, key, shown, now: Date.now() };
	return sendTogether(
		db,
		takePieces(db, values),
		writeOrder(db, { ...values, name, email, ...mapDelivery((detail) => placing[detail]) }),
	);
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
			shop.purge(productTags(placing.productId));
		}
		return written[0]?.id ?? null;
	} catch (error) {
		if (isOwnerGone(error)) throw new ShopError("unauthenticated");
		if (isCheckFailure(error)) return null;
		throw error;
	}
}

const selectPlaced = prepareOnce((db) =>
	db
		.select({
			id: orders.id,
			productId: orders.productId,
			quantity: orders.quantity,
			...mapDelivery((name) => orders[name]),
			createdAt: orders.createdAt,
		})
		.from(orders)
		.where(isPlaced),
);

/** What makes two orders with one key the same. */
const comparedKeys = [
	"productId" as const,
	"quantity" as const,
	...deliveryEntries.map(([name]) => name),
];

/** The order that an earlier try, or an earlier request with this key, has made. */
async function findPlaced(
	{ db }: Shop,
	account: Account,
	placing: Placing,
	id: string,
): Promise<Placed | null> {
	const values = { id, userId: account.id, key: placing.idempotencyKey };
	const [earlier] = await send(selectPlaced(db, values));
	if (!earlier) return null;
	const isSame = comparedKeys.every((key) => earlier[key] === placing[key]);
	if (!isSame) throw new ShopError("idempotency_key_reused");
	return { id: earlier.id, placedAt: earlier.createdAt };
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
		const written = await take(shop, account, placing, id);
		if (written) return { id: written, placedAt: new Date() };
		const placed = await findPlaced(shop, account, placing, id);
		if (placed) return placed;
		const product = await requireProduct(shop, placing.productId);
		const reason = rejectionReason(product, placing) ?? (await openOrdersRefusal(shop, account));
		if (reason) throw reason;
	}
	throw new ShopError("unavailable");
}

/** Like `placeOrderOnce`. @returns the order's id */
export const placeOrder = async (shop: Shop, placing: Placing): Promise<string> =>
	(await placeOrderOnce(shop, placing)).id;
