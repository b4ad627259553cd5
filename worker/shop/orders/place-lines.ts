import {
	and,
	eq,
	exists,
	gte,
	inArray,
	isNull,
	lte,
	notExists,
	or,
	type SQL,
	sql,
} from "drizzle-orm";
import { type Delivery, hasSameDelivery, mapDeliveryFields } from "#contract/delivery.ts";
import { ShopError } from "#contract/errors.ts";
import { orderTotalLimits } from "#contract/limits.ts";
import { type OrderRule, orderRules } from "#contract/order-rules.ts";
import type { Account } from "#contract/roles.ts";
import { isOutOfStock } from "#contract/stock.ts";
import type { Database } from "#worker/db/client.ts";
import { isCheckViolation, isForeignKeyViolation } from "#worker/db/failures.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { auditLog, basketLines, checkouts, orders, products, quotes } from "#worker/db/schema.ts";
import { type AddressUse, createAddressStatements, isLabelFree } from "../accounts/addresses.ts";
import { formatPiecesSql } from "../audit.ts";
import { getProductTags } from "../cache-tags.ts";
import { moveStock } from "../catalogue/stock.ts";
import { selectUnitPrice } from "../catalogue/unit-price.ts";
import type { ShopContext } from "../context.ts";
import { queueOrderEmail } from "../emails/queue-emails.ts";
import { queueReminders, queueUnpaidOrderEmails } from "../emails/queue-unpaid-emails.ts";
import { isOpenOffer, type SeenQuote } from "../quotes/conditions.ts";
import { writeRows } from "../write.ts";
import { getReservationEnd } from "./reservation.ts";
import { isWithinUnpaidLimits } from "./unpaid-limits.ts";

/** `shownCents` is the price that the page showed: the list price or the unit price at this quantity. Without it, any price is accepted. */
export type OrderLine = { productId: string; quantity: number; shownCents?: number | undefined };

export type NewOrders = {
	/** `id` becomes the order's id. `quotedCents` is the unit price in `quote`. Each product may be in only one line. */
	lines: (OrderLine & { id: string; quotedCents?: number })[];
	/** The quote to accept in the same transaction. Orders are placed only if the offer that the customer saw is still open. */
	quote?: SeenQuote;
	/** The id of the new checkout; null for an order that is placed alone. */
	checkoutId: string | null;
	delivery: Delivery;
	addressUse: AddressUse;
	idempotencyKey: string | null;
	/** The staff member who places the orders for the customer. */
	placedBy?: Account;
	/** Whether to remove the tools from the customer's basket. */
	removeFromBasket?: boolean | undefined;
};

const quantity = sql<number>`(item.value ->> 'quantity')`;
const unitPrice = sql<number>`coalesce(item.value ->> 'quotedCents', ${selectUnitPrice(quantity)})`;

/** `orderRules` in SQL, as conditions on the product's row. A CHECK constraint enforces the stock rule. */
const orderRuleConditions = Object.values<OrderRule>(orderRules).map(
	({ measure, min, max, multipleOf }) => {
		const amount = measure === "quantity" ? quantity : sql`${unitPrice} * ${quantity}`;
		return and(
			multipleOf && sql`${amount} % ${products[multipleOf]} = 0`,
			min === undefined ? undefined : gte(amount, min === "minimum" ? products.minimum : min),
			max === undefined || max === "stock" ? undefined : lte(amount, max),
		);
	},
);

const canBeOrdered = and(
	isNull(products.deletedAt),
	...orderRuleConditions,
	sql`coalesce(item.value ->> 'shownCents', ${products.priceCents}) in (${products.priceCents}, ${unitPrice})`,
);

/** Matches the orders of this call, or of an earlier call with the same idempotency key. */
function isPlacedOrder(
	{ db }: ShopContext,
	account: Account,
	{ lines, checkoutId, idempotencyKey }: NewOrders,
) {
	const hasSameKey = (table: typeof orders | typeof checkouts) =>
		idempotencyKey === null
			? undefined
			: and(eq(table.userId, account.id), eq(table.idempotencyKey, idempotencyKey));
	if (checkoutId === null) return or(eq(orders.id, lines[0]?.id ?? ""), hasSameKey(orders));
	const isPlacedCheckout = or(eq(checkouts.id, checkoutId), hasSameKey(checkouts));
	const checkoutIds = db.select({ id: checkouts.id }).from(checkouts).where(isPlacedCheckout);
	return sql`${orders.checkoutId} in ${checkoutIds}`;
}

/** Creates the audit entries and queues the payment link email of orders that staff place for a customer. */
const createStaffOrderStatements = (
	db: Database,
	{ id: userId, email: actor }: Account,
	isNew: SQL,
) => [
	insertSelect(
		db,
		auditLog,
		{
			userId,
			actor,
			action: "order-placed",
			// The order's id is unique, and stays the same if the statement is retried.
			id: orders.id,
			subjectId: orders.id,
			subject: orders.toolName,
			detail: formatPiecesSql(orders.quantity),
		},
		orders,
		isNew,
	).onConflictDoNothing(),
	queueOrderEmail(db, "payment_link", isNew),
];

/** Returns the statements that insert the orders and take their pieces from stock (architecture.md "Stock"). */
function createOrderStatements(shop: ShopContext, account: Account, input: NewOrders) {
	const { db, env } = shop;
	const { lines, checkoutId, delivery, idempotencyKey, placedBy, quote } = input;
	const { id: userId, name, email } = account;
	const createdAt = new Date();
	const reservedUntil = getReservationEnd(env, createdAt);
	const linesWithProducts: SQL = sql`json_each(${JSON.stringify(lines)}) as item cross join ${products} on ${products.id} = item.value ->> 'productId'`;
	const totalCents = sql`(select sum(${unitPrice} * ${quantity}) from ${linesWithProducts})`;
	const openQuoteCondition = quote && isOpenOffer(quote, userId, createdAt);
	const canPlaceAll = and(
		openQuoteCondition &&
			exists(db.select({ id: quotes.id }).from(quotes).where(openQuoteCondition)),
		sql`(select count(*) from ${linesWithProducts} where ${canBeOrdered}) = ${lines.length}`,
		lte(totalCents, orderTotalLimits.max),
		notExists(
			db
				.select({ id: orders.id })
				.from(orders)
				.where(isPlacedOrder(shop, account, input))
				.limit(1),
		),
		isLabelFree(db, userId, input.addressUse),
		isWithinUnpaidLimits(
			db,
			userId,
			{ lineCount: lines.length, cents: totalCents },
			placedBy !== undefined,
		),
	);
	const newCheckout = { id: checkoutId ?? "", userId, idempotencyKey, createdAt };
	const isCheckoutInserted = exists(
		db
			.select({ id: checkouts.id })
			.from(checkouts)
			.where(eq(checkouts.id, checkoutId ?? "")),
	);
	const isNewOrder = checkoutId
		? eq(orders.checkoutId, checkoutId)
		: eq(orders.id, lines[0]?.id ?? "");
	const ordersWithProducts = sql`${orders} join ${products} on ${products.id} = ${orders.productId}`;
	const row = {
		...delivery,
		id: sql`item.value ->> 'id'`,
		productId: products.id,
		quantity,
		userId,
		toolName: products.name,
		toolPartNumber: products.partNumber,
		toolPriceCents: unitPrice,
		name,
		email,
		idempotencyKey: checkoutId === null ? idempotencyKey : null,
		checkoutId,
		createdAt,
		reservedUntil,
		placedBy: placedBy?.id ?? null,
	};
	const reservation = reservedUntil && { from: createdAt, until: reservedUntil };
	const orderedProducts = db.select({ id: orders.productId }).from(orders).where(isNewOrder);
	const isOrderedLine = and(
		eq(basketLines.userId, userId),
		inArray(basketLines.productId, orderedProducts),
	);
	return [
		...(checkoutId ? [insertSelect(db, checkouts, newCheckout, sql`(select 1)`, canPlaceAll)] : []),
		insertSelect(db, orders, row, linesWithProducts, checkoutId ? isCheckoutInserted : canPlaceAll),
		moveStock(
			db,
			{
				change: sql`(-${orders.quantity})`,
				reason: "order",
				orderId: sql`${orders.id}`,
				userId: placedBy?.id ?? null,
			},
			isNewOrder,
			ordersWithProducts,
		),
		...createAddressStatements(
			db,
			userId,
			input.addressUse,
			exists(db.select({ id: orders.id }).from(orders).where(isNewOrder)),
		),
		...(placedBy ? createStaffOrderStatements(db, placedBy, isNewOrder) : []),
		...(placedBy && reservation ? [queueReminders(db, reservation, isNewOrder)] : []),
		...(!placedBy && reservation
			? queueUnpaidOrderEmails(db, { newOrderCondition: isNewOrder, userId }, reservation)
			: []),
		...(input.removeFromBasket ? [db.delete(basketLines).where(isOrderedLine)] : []),
		...(openQuoteCondition
			? [
					db
						.update(quotes)
						.set({ acceptedAt: createdAt, checkoutId })
						.where(and(openQuoteCondition, isCheckoutInserted)),
				]
			: []),
	];
}

/**
 * Places all orders, or none, in one transaction.
 * @returns the orders of this call, or of an earlier call with the same idempotency key; null if any order was rejected
 * @throws ShopError 401; 409 if the key was used for different orders
 */
export async function tryToPlaceOrders(shop: ShopContext, account: Account, input: NewOrders) {
	const { db } = shop;
	const placedOrders = await writeRows(shop, {
		statements: createOrderStatements(shop, account, input),
		confirmWrite: db
			.select({
				id: orders.id,
				checkoutId: orders.checkoutId,
				productId: orders.productId,
				pieces: sql<number>`${orders.quantity}`.as("pieces"),
				...mapDeliveryFields((detail) => orders[detail]),
				placedAt: orders.createdAt,
				stock: products.quantity,
				minimum: products.minimum,
			})
			.from(orders)
			.innerJoin(products, eq(products.id, orders.productId))
			.where(isPlacedOrder(shop, account, input)),
	}).catch((error: unknown) => {
		if (isForeignKeyViolation(error)) throw new ShopError("unauthenticated");
		if (isCheckViolation(error)) return [];
		throw error;
	});
	if (placedOrders.length === 0) return null;
	const piecesByProduct = new Map(input.lines.map((line) => [line.productId, line.quantity]));
	const areSameOrders =
		placedOrders.length === input.lines.length &&
		placedOrders.every(
			({ productId, pieces, ...order }) =>
				piecesByProduct.get(productId) === pieces && hasSameDelivery(order, input.delivery),
		);
	if (!areSameOrders) throw new ShopError("idempotency_key_reused");
	const newIds = new Set(input.lines.map(({ id }) => id));
	const tags = placedOrders
		.filter((order) => newIds.has(order.id) && isOutOfStock({ ...order, quantity: order.stock }))
		.flatMap(({ productId }) => getProductTags(productId));
	if (tags.length > 0) shop.purgeAfterResponse(tags);
	return placedOrders;
}
