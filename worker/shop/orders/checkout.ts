import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { can } from "#contract/roles.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import { retryBatch } from "#worker/db/retry.ts";
import { checkouts, orders, products } from "#worker/db/schema.ts";
import type { Shop } from "../context.ts";
import { type Order, orderColumns, totalCents } from "./read.ts";

/** `orders`: all of them, in the order in which they were placed. `unpaidCents`: what is still to be paid. */
export type Checkout = { id: string; userId: string | null; orders: Order[]; unpaidCents: number };

/** Does not check permissions. @throws ShopError 404 */
export async function readCheckout({ db }: Shop, id: string): Promise<Checkout> {
	const [[checkout], rows] = await retryBatch(db, [
		db
			.select({ id: checkouts.id, userId: checkouts.userId })
			.from(checkouts)
			.where(eq(checkouts.id, id)),
		db.select(orderColumns).from(orders).where(eq(orders.checkoutId, id)).orderBy(asc(sql`rowid`)),
	]);
	if (!checkout) throw new ShopError("checkout_not_found");
	const unpaid = rows.filter(({ state }) => state === "unpaid");
	const unpaidCents = unpaid.reduce((sum, order) => sum + totalCents(order), 0);
	return { ...checkout, orders: rows, unpaidCents };
}

/** @throws ShopError 401, 404, 403 if the account neither owns the checkout nor has `orders:read` */
export async function requireCheckout(shop: Shop, id: string): Promise<Checkout> {
	const account = requireAccount(shop);
	const checkout = await readCheckout(shop, id);
	if (checkout.userId !== account.id && !can(account, "orders:read")) {
		throw new ShopError("forbidden");
	}
	return checkout;
}

/** @throws ShopError as `requireCheckout` does, and 403 if the account does not own the checkout */
export async function requireOwnCheckout(shop: Shop, id: string): Promise<Checkout> {
	const checkout = await requireCheckout(shop, id);
	if (checkout.userId !== shop.account?.id) throw new ShopError("forbidden");
	return checkout;
}

/** How many other orders of the checkout can be paid together with this unpaid one. Does not check permissions. */
export async function countUnpaidWith({ db }: Shop, { id, checkoutId, state }: Order) {
	if (checkoutId === null || state !== "unpaid") return 0;
	return db.$count(
		orders,
		and(eq(orders.checkoutId, checkoutId), eq(orders.state, "unpaid"), ne(orders.id, id)),
	);
}

/** With the pictures of the tools: null if a tool is no longer sold. @throws ShopError as `requireCheckout` does */
export async function readCheckoutPage(shop: Shop, id: string) {
	const { db } = shop;
	const [checkout, pictures] = await Promise.all([
		requireCheckout(shop, id),
		db
			.select({ productId: products.id, img: products.img })
			.from(orders)
			.innerJoin(products, eq(products.id, orders.productId))
			.where(and(eq(orders.checkoutId, id), isNull(products.deletedAt))),
	]);
	const imgOf = new Map(pictures.map(({ productId, img }) => [productId, img]));
	const listed = checkout.orders.map((order) => ({
		...order,
		img: imgOf.get(order.productId) ?? null,
	}));
	return { ...checkout, orders: listed };
}
