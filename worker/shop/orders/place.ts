import { and, eq, gte, isNull, lte, notExists, or, type SQL, sql } from "drizzle-orm";
import { type DeliveryInput, mapDelivery } from "#contract/delivery.ts";
import { ShopError } from "#contract/errors.ts";
import { openOrdersMax } from "#contract/limits.ts";
import { formatCents } from "#contract/money.ts";
import { findBrokenRule, type OrderRule, orderRules } from "#contract/order-rules.ts";
import type { Account } from "#contract/roles.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import { isCheckFailure, isForeignKeyViolation } from "#worker/db/failures.ts";
import { insertFrom } from "#worker/db/insert-from.ts";
import { orders, products, users } from "#worker/db/schema.ts";
import { productTags } from "../cache-tags.ts";
import { type Product, requireProduct } from "../catalogue/read.ts";
import type { Shop } from "../context.ts";
import { write } from "../write.ts";

type Placing = DeliveryInput & {
	quantity: number;
	productId: string;
	idempotencyKey: string | null;
	/** Cents a piece that the buyer has seen; without it the price is what it is. */
	shownCents?: number | undefined;
};

export type Placed = { id: string; placedAt: Date };

/** The unpaid orders of an account: the limit itself bounds what is counted. */
const openOrdersOf = (userId: string): SQL<number> =>
	sql<number>`(select count(*) from ${orders} where ${and(
		eq(orders.userId, userId),
		eq(orders.state, "unpaid"),
	)})`;

const mostOpenOrders = sql<number>`case when ${users.emailVerifiedAt} is null then ${sql.raw(
	String(openOrdersMax.unverified),
)} else ${sql.raw(String(openOrdersMax.verified))} end`;

/** `orderRules` as conditions on the row of the product, except the stock: a CHECK bounds it, for concurrent orders too. */
const orderRuleConditions = (quantity: number): (SQL | undefined)[] =>
	Object.values<OrderRule>(orderRules).map(({ bounds, min, max }) => {
		const amount =
			bounds === "quantity" ? sql`${quantity}` : sql`${products.priceCents} * ${quantity}`;
		return and(
			min === undefined ? undefined : gte(amount, min === "minimum" ? products.minimum : min),
			max === undefined || max === "stock" ? undefined : lte(amount, max),
		);
	});

/**
 * Takes the pieces from stock and writes the order in one transaction (architecture.md "Stock"). Name and price are copied from the
 * product in the same statement; the CHECK on stock fails the transaction where it would oversell. Where the order is there
 * already nothing is written.
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
	const { productId, quantity, idempotencyKey: key, shownCents } = placing;
	const { id: userId, name, email } = account;
	const typed = { productId, quantity, ...mapDelivery((detail) => placing[detail] ?? "") };
	const isPlaced = or(
		eq(orders.id, id),
		key === null ? undefined : and(eq(orders.userId, userId), eq(orders.idempotencyKey, key)),
	);
	const isSellable = and(
		eq(products.id, productId),
		isNull(products.deletedAt),
		...orderRuleConditions(quantity),
		shownCents === undefined ? undefined : eq(products.priceCents, shownCents),
		notExists(db.select({ id: orders.id }).from(orders).where(isPlaced)),
		notExists(
			db
				.select({ full: sql`1` })
				.from(users)
				.where(and(eq(users.id, userId), sql`${openOrdersOf(userId)} >= ${mostOpenOrders}`)),
		),
	);
	const placed = await write(shop, {
		statements: [
			db
				.update(products)
				.set({ quantity: sql`${products.quantity} - ${quantity}` })
				.where(isSellable),
			insertFrom(
				db,
				orders,
				{
					...typed,
					id,
					userId,
					toolName: products.name,
					toolPriceCents: products.priceCents,
					name,
					email,
					idempotencyKey: key,
					createdAt: new Date(),
				},
				products,
				isSellable,
			),
		],
		confirmation: db
			.select({
				id: orders.id,
				productId: orders.productId,
				quantity: orders.quantity,
				...mapDelivery((detail) => orders[detail]),
				placedAt: orders.createdAt,
				stock: sql<number>`${products.quantity}`.as("stock"),
				minimum: products.minimum,
			})
			.from(orders)
			.innerJoin(products, eq(products.id, orders.productId))
			.where(isPlaced),
		tags: ({ stock, minimum, ...placed }) =>
			placed.id === id && isOutOfStock({ quantity: stock, minimum }) ? productTags(productId) : [],
	}).catch((error: unknown) => {
		if (isForeignKeyViolation(error)) throw new ShopError("unauthenticated");
		if (isCheckFailure(error)) return null;
		throw error;
	});
	if (!placed) return null;
	const existing = new Map<string, unknown>(Object.entries(placed));
	const isSame = Object.entries(typed).every(([column, value]) => existing.get(column) === value);
	if (!isSame) throw new ShopError("idempotency_key_reused");
	return { id: placed.id, placedAt: placed.placedAt };
}

function rejectionReason(product: Product, { quantity, shownCents }: Placing): ShopError | null {
	if (shownCents !== undefined && shownCents !== product.priceCents) {
		return new ShopError("price_changed", { price: formatCents(product.priceCents) });
	}
	const broken = findBrokenRule(product, quantity);
	return broken && new ShopError(broken.code, broken.values);
}

/** Why the account may not order more until it has paid, cancelled or verified. */
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
 * With an idempotency key, the same request twice is one order.
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

export const placeOrder = async (shop: Shop, placing: Placing): Promise<string> =>
	(await placeOrderOnce(shop, placing)).id;
