import { eq } from "drizzle-orm";
import { stockWaitCalls } from "#contract/calls/stock-waits.ts";
import { products, stockWaiters, users } from "#worker/db/schema.ts";
import type { Fixture } from "./fixture.ts";
import { type ContractRow, replaceSuccess, shopperOnly, unknownId } from "./row.ts";

/** Sells the product out, and verifies both shoppers' emails. */
async function sellOut(fixture: Fixture): Promise<Fixture> {
	const { shop, product, accounts } = fixture;
	await shop.db.update(products).set({ quantity: 9 }).where(eq(products.id, product.id));
	for (const { id } of [accounts.shopper, accounts.otherShopper]) {
		await shop.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, id));
	}
	return fixture;
}

async function addStockWait(fixture: Fixture): Promise<Fixture> {
	const { shop, product, accounts } = await sellOut(fixture);
	const userId = accounts.shopper.id;
	await shop.db
		.insert(stockWaiters)
		.values({ userId, productId: product.id, nextTryAt: new Date(0) });
	return fixture;
}

export const stockWaitRows: ContractRow[] = [
	{
		call: stockWaitCalls.listStockWaits,
		path: () => "/stock-waits",
		arrange: addStockWait,
		statuses: shopperOnly,
	},
	{
		call: stockWaitCalls.waitForStock,
		path: ({ product }) => `/products/${product.id}/stock-wait`,
		arrange: sellOut,
		statuses: shopperOnly,
		missing: {
			path: () => `/products/${unknownId}/stock-wait`,
			statuses: replaceSuccess(shopperOnly, 404),
		},
		expectedBody: () => ({ acknowledged: true }),
	},
	{
		call: stockWaitCalls.waitForStock,
		path: ({ product }) => `/products/${product.id}/stock-wait`,
		statuses: replaceSuccess(shopperOnly, 409),
	},
	{
		call: stockWaitCalls.stopWaiting,
		path: ({ product }) => `/products/${product.id}/stock-wait`,
		arrange: addStockWait,
		statuses: shopperOnly,
	},
];
