import { eq } from "drizzle-orm";
import { stockWaitCalls } from "#contract/calls/stock-waits.ts";
import { products, stockWaiters, users } from "#worker/db/schema.ts";
import type { Fixture } from "./fixture.ts";
import { type Row, replace200, shopperOnly, unknownId } from "./row.ts";

/** Sells the product out. */
async function sellOut(fixture: Fixture): Promise<Fixture> {
	const { shop, product, accounts } = fixture;
	await shop.db.update(products).set({ quantity: 9 }).where(eq(products.id, product.id));
	for (const { id } of [accounts.shopper, accounts.otherShopper]) {
		await shop.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, id));
	}
	return fixture;
}

async function wait(fixture: Fixture): Promise<Fixture> {
	const { shop, product, accounts } = await sellOut(fixture);
	const userId = accounts.shopper.id;
	const due = { nextTryAt: new Date(0) };
	await shop.db.insert(stockWaiters).values({ userId, productId: product.id, ...due });
	return fixture;
}

export const stockWaitRows: Row[] = [
	{
		call: stockWaitCalls.listStockWaits,
		path: () => "/stock-waits",
		arrange: wait,
		valid: shopperOnly,
	},
	{
		call: stockWaitCalls.waitForStock,
		path: ({ product }) => `/products/${product.id}/stock-wait`,
		arrange: sellOut,
		valid: shopperOnly,
		missing: {
			path: () => `/products/${unknownId}/stock-wait`,
			statuses: replace200(shopperOnly, 404),
		},
		expectedBody: () => ({ acknowledged: true }),
	},
	{
		call: stockWaitCalls.waitForStock,
		path: ({ product }) => `/products/${product.id}/stock-wait`,
		valid: replace200(shopperOnly, 409),
	},
	{
		call: stockWaitCalls.stopWaiting,
		path: ({ product }) => `/products/${product.id}/stock-wait`,
		arrange: wait,
		valid: shopperOnly,
	},
];
