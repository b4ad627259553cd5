import { eq } from "drizzle-orm";
import { stockAlertCalls } from "#contract/calls/stock-alerts.ts";
import { products, stockAlerts, users } from "#worker/db/schema.ts";
import type { Fixture } from "./fixture.ts";
import { type ContractRow, replaceSuccess, shopperOnly, unknownId } from "./row.ts";

/** Lowers the stock below the minimum order, and verifies both shoppers' emails. */
async function sellOut(fixture: Fixture): Promise<Fixture> {
	const { shop, product, accounts } = fixture;
	await shop.db.update(products).set({ quantity: 9 }).where(eq(products.id, product.id));
	for (const { id } of [accounts.shopper, accounts.otherShopper]) {
		await shop.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, id));
	}
	return fixture;
}

async function addStockAlert(fixture: Fixture): Promise<Fixture> {
	const { shop, product, accounts } = await sellOut(fixture);
	const userId = accounts.shopper.id;
	await shop.db
		.insert(stockAlerts)
		.values({ userId, productId: product.id, nextTryAt: new Date(0) });
	return fixture;
}

export const stockAlertRows: ContractRow[] = [
	{
		call: stockAlertCalls.listStockAlerts,
		path: () => "/stock-waits",
		arrange: addStockAlert,
		statuses: shopperOnly,
	},
	{
		call: stockAlertCalls.requestStockAlert,
		path: ({ product }) => `/products/${product.id}/stock-wait`,
		arrange: sellOut,
		statuses: shopperOnly,
		missingCase: {
			path: () => `/products/${unknownId}/stock-wait`,
			statuses: replaceSuccess(shopperOnly, 404),
		},
		expectedBody: () => ({ acknowledged: true }),
	},
	{
		call: stockAlertCalls.requestStockAlert,
		path: ({ product }) => `/products/${product.id}/stock-wait`,
		statuses: replaceSuccess(shopperOnly, 409),
	},
	{
		call: stockAlertCalls.cancelStockAlert,
		path: ({ product }) => `/products/${product.id}/stock-wait`,
		arrange: addStockAlert,
		statuses: shopperOnly,
	},
];
