import { and, eq, exists, isNull, notExists, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { CancelReason } from "#contract/cancel-reasons.ts";
import { mapDeliveryFields } from "#contract/delivery.ts";
import { ShopError } from "#contract/errors.ts";
import { quantityMax } from "#contract/limits.ts";
import type { OrderEmailKind } from "#contract/order-emails.ts";
import { type Account, can } from "#contract/roles.ts";
import { formerCustomer } from "#contract/shop.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { createId } from "#worker/auth/tokens.ts";
import { orders, products } from "#worker/db/schema.ts";
import type { Actor } from "../audit.ts";
import { getProductTags } from "../cache-tags.ts";
import { moveStock } from "../catalogue/stock.ts";
import type { ShopContext } from "../context.ts";
import { selectChargeablePayments } from "../payments/payable.ts";
import { cancelOpenPayments } from "../payments/settle.ts";
import { findOrder, type Order, requireOrder } from "./read.ts";
import { isReadyTo, requireReadyTo, transitionOrder } from "./transition.ts";

const eraseIfNoAccount = (column: SQLiteColumn, value = "") =>
	sql`case when ${isNull(orders.userId)} then ${value} else ${column} end`;

/** Erases personal data if the account was deleted while the order was unpaid, because `eraseAccount` skips unpaid orders. */
const detailsErasedIfNoAccount = {
	name: eraseIfNoAccount(orders.name, formerCustomer),
	email: eraseIfNoAccount(orders.email),
	...mapDeliveryFields((detail) => eraseIfNoAccount(orders[detail])),
};

type Cancellation = {
	reason: CancelReason;
	where?: SQL | undefined;
	emailKind: OrderEmailKind | null;
	automaticActor?: Actor;
	/** The audit entry's detail. */
	detail?: SQL;
};

/**
 * Cancels an order and puts its pieces back into stock, if it is still unpaid and `where` holds. Its open payments must already be canceled.
 * @returns whether it canceled the order
 */
export async function cancelIfUnpaid(
	shop: ShopContext,
	{ id, productId }: Pick<Order, "id" | "productId">,
	{ reason, where, ...cancellation }: Cancellation,
): Promise<boolean> {
	const { db, account } = shop;
	const cancelablePiecesQuery = db
		.select({ quantity: orders.quantity })
		.from(orders)
		.where(and(isReadyTo("cancel", id), where));
	const restock = moveStock(
		db,
		{
			change: sql`min(${cancelablePiecesQuery}, ${quantityMax} - ${products.quantity})`,
			reason: "cancel",
			orderId: id,
			userId: account && can(account, "orders:cancel") ? account.id : null,
		},
		and(eq(products.id, productId), exists(cancelablePiecesQuery)),
	);
	const canceled = await transitionOrder(shop, "cancel", id, {
		...cancellation,
		at: new Date(),
		where,
		// Frees the idempotency key that placed the order. The new key also lets `transitionOrder` tell this call from another one with the same `at`.
		set: { idempotencyKey: createId(), cancelReason: reason, ...detailsErasedIfNoAccount },
		statementsBefore: [restock],
	});
	if (!canceled) return false;
	const stockBefore = canceled.stock - canceled.pieces;
	if (isOutOfStock({ quantity: stockBefore, minimum: canceled.minimum })) {
		shop.purgeAfterResponse(getProductTags(productId));
	}
	return true;
}

/** Retries, because another tab may start a payment after the open payments are canceled and before the order is. */
const maxAttempts = 3;

/**
 * Cancels an unpaid order for its customer or for staff. Cancels its open payments first, so that nobody pays for a canceled order.
 * @throws ShopError 401 or 403; 404, also if the order is already canceled; 409 if the order is paid or a payment is being processed
 */
export async function cancelOrder(shop: ShopContext, id: string): Promise<void> {
	const order = await requireOrder(shop, id, "orders:cancel");
	requireReadyTo(order, "cancel");
	const isCustomer = order.userId === shop.account?.id;
	const cancellation: Cancellation = {
		...(isCustomer
			? { reason: "customer", emailKind: null }
			: { reason: "admin", emailKind: "canceled" }),
		where: notExists(selectChargeablePayments(shop, eq(orders.id, id))),
	};
	for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
		await cancelOpenPayments(shop, id);
		if (await cancelIfUnpaid(shop, order, cancellation)) return;
		// Reads the order without a permission check, because the account may have been deleted.
		requireReadyTo(await findOrder(shop, id), "cancel");
	}
	throw new ShopError("payment_processing");
}

/**
 * Cancels at most fifty of the account's unpaid orders.
 * @returns how many unpaid orders it found
 * @throws ShopError 409 while a payment is being processed; 503
 */
export async function cancelUnpaidOrders(shop: ShopContext, account: Account): Promise<number> {
	const unpaidOrders = await shop.db
		.select({ id: orders.id })
		.from(orders)
		.where(and(eq(orders.userId, account.id), eq(orders.state, "unpaid")))
		.limit(50);
	for (const { id } of unpaidOrders) {
		try {
			await cancelOrder(shop, id);
		} catch (error) {
			// The order may have been paid or canceled in the meantime.
			const code = error instanceof ShopError ? error.code : null;
			if (code !== "order_not_found" && code !== "order_paid") throw error;
		}
	}
	return unpaidOrders.length;
}
