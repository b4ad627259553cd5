import { and, eq, ne, sql, sum } from "drizzle-orm";
import { quantityMax } from "#contract/limits.ts";
import { orders, products, refundRequests } from "#worker/db/schema.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import { getMessage } from "../../scripts/support/user-error.ts";

/**
 * Selects a description of each contradiction between the product, its stock movements, and its orders. A canceled order may return fewer
 * pieces than it took, because the stock never exceeds `quantityMax`.
 */
const selectViolations = (productId: string) => sql`(
	select 'the stock is ' || quantity || ', the sum of its movements ' || coalesce(sum(change), 0) as violation
	from products left join stock_movements on product_id = products.id
	where products.id = ${productId} group by products.id having quantity <> coalesce(sum(change), 0)
	union all
	select 'movement ' || last.id || ' ends at ' || last.stock_after || ', the sum so far is ' || sum(movement.change)
	from stock_movements as last join stock_movements as movement on movement.product_id = last.product_id and movement.id <= last.id
	where last.product_id = ${productId} group by last.id having last.stock_after <> sum(movement.change)
	union all
	select 'movement ' || id || ' has no known reason' from stock_movements
	where product_id = ${productId} and reason = 'unknown'
	union all
	select 'order ' || orders.id || ' (' || state || ') for ' || orders.quantity || ' took ' || -coalesce(sum(change), 0) || ' from stock'
	from orders left join stock_movements on order_id = orders.id
	where orders.product_id = ${productId} group by orders.id
	having coalesce(sum(change), 0) <> case when state = 'cancelled' then 0
			else (select coalesce(sum(restocked), 0) from refund_requests where order_id = orders.id) - orders.quantity end
		and not (state = 'cancelled' and max(stock_after) = ${quantityMax}))`;

/**
 * Counts the pieces of a product that are in stock, and those in orders that are not canceled and were not restocked by a refund. No
 * action of a shopper or an admin may change the sum.
 * @throws Error if the stock movements do not add up to the stock, or to the pieces of an order
 */
export async function countPieces({ db }: Pick<ShopContext, "db">, productId: string) {
	const [stock, ordered, restocked, violations] = await db.batch([
		db.select({ pieces: products.quantity }).from(products).where(eq(products.id, productId)),
		db
			.select({ pieces: sum(orders.quantity).mapWith(Number) })
			.from(orders)
			.where(and(eq(orders.productId, productId), ne(orders.state, "cancelled"))),
		db
			.select({ pieces: sum(refundRequests.restocked).mapWith(Number) })
			.from(refundRequests)
			.innerJoin(orders, eq(orders.id, refundRequests.orderId))
			.where(eq(orders.productId, productId)),
		db.select({ violation: sql<string>`violation` }).from(selectViolations(productId)),
	]);
	if (violations.length > 0)
		throw new Error(violations.map(({ violation }) => violation).join("; "));
	const orderedPieces = (ordered[0]?.pieces ?? 0) - (restocked[0]?.pieces ?? 0);
	return { stock: stock[0]?.pieces ?? 0, ordered: orderedPieces };
}

/**
 * Finds pieces that are neither in stock nor in orders.
 * @param initialStock - the stock before all orders
 * @returns a description of each problem
 */
export async function findStockProblems(
	shop: Pick<ShopContext, "db">,
	productId: string,
	initialStock: number,
): Promise<string[]> {
	const counted = await countPieces(shop, productId).catch(getMessage);
	if (typeof counted === "string") return [counted];
	const { stock, ordered } = counted;
	const isBalanced = stock >= 0 && stock + ordered === initialStock;
	return isBalanced ? [] : [`stock ${stock} + ordered ${ordered} is not ${initialStock}`];
}
