import { and, eq, exists, gte, isNull, lte, notExists, or, type SQL, sql } from "drizzle-orm";
import { type DeliveryInput, mapDelivery } from "#contract/delivery.ts";
import { ShopError } from "#contract/errors.ts";
import { formatCents } from "#contract/money.ts";
import { findBrokenRule, type OrderRule, orderRules, totalCentsOf } from "#contract/order-rules.ts";
import { unitPriceCents } from "#contract/price-breaks.ts";
import type { Account } from "#contract/roles.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import { isCheckFailure, isForeignKeyViolation } from "#worker/db/failures.ts";
import { insertFrom } from "#worker/db/insert-from.ts";
import { orders, products } from "#worker/db/schema.ts";
import { productTags } from "../cache-tags.ts";
import { type Product, requireProduct } from "../catalogue/read.ts";
import { moveStock } from "../catalogue/stock.ts";
import { selectUnitPrice } from "../catalogue/unit-price.ts";
import type { Shop } from "../context.ts";
import { queueUnpaidMails } from "../mails/unpaid-mails.ts";
import { write } from "../write.ts";
import { reservedUntil } from "./reservation.ts";
import { findUnpaidLimitError, isWithinUnpaidLimits } from "./unpaid-limits.ts";

type OrderInput = DeliveryInput & {
	quantity: number;
	productId: string;
	idempotencyKey: string | null;
	/** The list price, or the price of this quantity, that the page showed; if it is absent, any price is accepted. */
	shownCents?: number | undefined;
};

export type PlacedOrder = { id: string; placedAt: Date };

const selectTotal = (quantity: number) => sql`${selectUnitPrice(quantity)} * ${quantity}`;

/** Returns `orderRules` as conditions on the product's row, without the rule for the stock: a CHECK constraint enforces it. */
const orderRuleConditions = (quantity: number): (SQL | undefined)[] =>
	Object.values<OrderRule>(orderRules).map(({ measure, min, max, multipleOf }) => {
		const amount = measure === "quantity" ? sql`${quantity}` : selectTotal(quantity);
		return and(
			multipleOf && sql`${amount} % ${products[multipleOf]} = 0`,
			min === undefined ? undefined : gte(amount, min === "minimum" ? products.minimum : min),
			max === undefined || max === "stock" ? undefined : lte(amount, max),
		);
	});

/**
 * Inserts the order and takes its units from stock in one transaction (architecture.md "Stock").
 * @returns the order of this request, or of an earlier one with the same key; null if it was not accepted
 * @throws ShopError 401, 409 if the key belongs to another order
 */
async function tryToPlace(shop: Shop, account: Account, input: OrderInput, id: string) {
	const { db } = shop;
	const { productId, quantity, idempotencyKey: key, shownCents } = input;
	const { id: userId, name, email } = account;
	const values = { productId, quantity, ...mapDelivery((detail) => input[detail] ?? "") };
	const isPlaced = or(
		eq(orders.id, id),
		key === null ? undefined : and(eq(orders.userId, userId), eq(orders.idempotencyKey, key)),
	);
	const isSellable = and(
		eq(products.id, productId),
		isNull(products.deletedAt),
		...orderRuleConditions(quantity),
		shownCents === undefined
			? undefined
			: sql`${shownCents} in (${products.priceCents}, ${selectUnitPrice(quantity)})`,
		notExists(db.select({ id: orders.id }).from(orders).where(isPlaced)),
		isWithinUnpaidLimits(db, userId, selectTotal(quantity)),
	);
	const isInserted = db.select({ id: orders.id }).from(orders).where(eq(orders.id, id));
	const createdAt = new Date();
	const until = reservedUntil(shop.env, createdAt);
	const placed = await write(shop, {
		statements: [
			insertFrom(
				db,
				orders,
				{
					...values,
					id,
					userId,
					toolName: products.name,
					toolPartNumber: products.partNumber,
					toolPriceCents: selectUnitPrice(quantity),
					name,
					email,
					idempotencyKey: key,
					createdAt,
					reservedUntil: until,
				},
				products,
				isSellable,
			),
			moveStock(
				db,
				{ change: -quantity, reason: "order", orderId: id },
				and(eq(products.id, productId), exists(isInserted)),
			),
			...(until ? queueUnpaidMails(db, { orderId: id, userId }, { from: createdAt, until }) : []),
		],
		findWritten: db
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
	const placedValues = new Map<string, unknown>(Object.entries(placed));
	const isSame = Object.entries(values).every(([name, value]) => placedValues.get(name) === value);
	if (!isSame) throw new ShopError("idempotency_key_reused");
	return { id: placed.id, placedAt: placed.placedAt };
}

function rejectionReason(product: Product, { quantity, shownCents }: OrderInput): ShopError | null {
	const cents = unitPriceCents(product, quantity);
	// Whoever was shown the list price pays that or less.
	if (shownCents !== undefined && ![product.priceCents, cents].includes(shownCents))
		return new ShopError("price_changed", { price: formatCents(cents) });
	const broken = findBrokenRule(product, quantity);
	return broken && new ShopError(broken.code, broken.values);
}

/** After a failed attempt, the product may change before the reason is read; then the order is tried again. */
const maxAttempts = 3;

/**
 * Requests with the same idempotency key place one order.
 * @throws ShopError 400 if the order breaks a rule, 401, 403 for admins, 404 for an unknown product, 409 if the key was used for another
 * order, the price has changed or the account has too many unpaid orders, 429, 503 if the product changed during every attempt
 */
export async function placeOrderOnce(shop: Shop, input: OrderInput): Promise<PlacedOrder> {
	const account = requireCapability(shop, "orders:place");
	await enforceRateLimit(shop.env, "order", account.id);
	const id = createId();
	for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
		const placed = await tryToPlace(shop, account, input, id);
		if (placed) return placed;
		const product = await requireProduct(shop, input.productId);
		const reason =
			rejectionReason(product, input) ??
			(await findUnpaidLimitError(shop, account.id, totalCentsOf(product, input.quantity)));
		if (reason) throw reason;
	}
	throw new ShopError("unavailable");
}

export const placeOrder = async (shop: Shop, input: OrderInput): Promise<string> =>
	(await placeOrderOnce(shop, input)).id;
