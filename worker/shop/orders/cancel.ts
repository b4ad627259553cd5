import { and, eq, exists, isNull, notExists, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { CancelReason } from "#contract/cancel-reasons.ts";
import { mapDelivery } from "#contract/delivery.ts";
import { ShopError } from "#contract/errors.ts";
import { quantityMax } from "#contract/limits.ts";
import type { OrderEmailKind } from "#contract/order-emails.ts";
import { type Account, can } from "#contract/roles.ts";
import { formerCustomer } from "#contract/shop.ts";
import { isOutOfStock } from "#contract/stock.ts";
import { createId } from "#worker/auth/tokens.ts";
import { orders, products } from "#worker/db/schema.ts";
import type { Actor } from "../audit.ts";
import { productTags } from "../cache-tags.ts";
import { moveStock } from "../catalogue/stock.ts";
import type { Shop } from "../context.ts";
import { selectChargeablePayments } from "../payments/payable.ts";
import { releasePayments } from "../payments/settle.ts";
import { findOrder, type Order, requireOrder } from "./read.ts";
import { isReadyFor, requireReadyFor, transitionOrder } from "./transition.ts";

const eraseWithoutAccount = (column: SQLiteColumn, value = "") =>
	sql`case when ${isNull(orders.userId)} then ${value} else ${column} end`;

/**
 * Erases personal data if the account was deleted while the order was unpaid, as `eraseAccount` does for orders that are already canceled.
 */
const erasedWithoutAccount = {
	name: eraseWithoutAccount(orders.name, formerCustomer),
	email: eraseWithoutAccount(orders.email),
	...mapDelivery((detail) => eraseWithoutAccount(orders[detail])),
};

type Cancellation = {
	reason: CancelReason;
	where?: SQL | undefined;
	emailKind: OrderEmailKind | null;
	automaticActor?: Actor;
	detail?: SQL;
};

/**
 * Cancels an unpaid order and puts its pieces back into stock. Its open payments must already be canceled.
 * @returns false if it is in another state or `where` is false
 */
export async function cancelUnpaid(
	shop: Shop,
	{ id, productId }: Pick<Order, "id" | "productId">,
	{ reason, where, ...cancellation }: Cancellation,
): Promise<boolean> {
	const { db, account } = shop;
	const cancelablePieces = db
		.select({ quantity: orders.quantity })
		.from(orders)
		.where(and(isReadyFor("cancel", id), where));
	const restock = moveStock(
		db,
		{
			change: sql`min(${cancelablePieces}, ${quantityMax} - ${products.quantity})`,
			reason: "cancel",
			orderId: id,
			userId: account && can(account, "orders:cancel") ? account.id : null,
		},
		and(eq(products.id, productId), exists(cancelablePieces)),
	);
	const moved = await transitionOrder(shop, "cancel", id, {
		...cancellation,
		at: new Date(),
		where,
		// A new key frees the key that the order was placed with, and distinguishes two calls in the same millisecond.
		set: { idempotencyKey: createId(), cancelReason: reason, ...erasedWithoutAccount },
		statementsBefore: [restock],
	});
	if (!moved) return false;
	const { stock, pieces, minimum } = moved;
	if (isOutOfStock({ quantity: stock - pieces, minimum })) {
		shop.purgeAfterResponse(productTags(productId));
	}
	return true;
}

/** Another tab may start a payment after the open ones are canceled and before the order is. */
const maxAttempts = 3;

/**
 * Cancels an unpaid order. Open payments are canceled first, so that nobody pays for a canceled order.
 * @throws ShopError 401, 403, 404 (also if it is already canceled), 409 if it is paid or a payment is being made
 */
export async function cancelOrder(shop: Shop, id: string): Promise<void> {
	const order = await requireOrder(shop, id, "orders:cancel");
	requireReadyFor(order, "cancel");
	const isCustomer = order.userId === shop.account?.id;
	const cancellation: Cancellation = {
		...(isCustomer
			? { reason: "customer", emailKind: null }
			: { reason: "admin", emailKind: "canceled" }),
		where: notExists(selectChargeablePayments(shop, eq(orders.id, id))),
	};
	for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
		await releasePayments(shop, id);
		if (await cancelUnpaid(shop, order, cancellation)) return;
		// Without a permission check: the account may have been deleted.
		requireReadyFor(await findOrder(shop, id), "cancel");
	}
	throw new ShopError("payment_processing");
}

/** Cancels up to fifty of the account's unpaid orders. @throws ShopError 409 while a payment is processing, 503 */
export async function cancelUnpaidOrders(shop: Shop, account: Account): Promise<void> {
	const unpaid = await shop.db
		.select({ id: orders.id })
		.from(orders)
		.where(and(eq(orders.userId, account.id), eq(orders.state, "unpaid")))
		.limit(50);
	for (const { id } of unpaid) {
		try {
			await cancelOrder(shop, id);
		} catch (error) {
			// It may have been paid or canceled meanwhile.
			const code = error instanceof ShopError ? error.code : null;
			if (code !== "order_not_found" && code !== "order_paid") throw error;
		}
	}
}
