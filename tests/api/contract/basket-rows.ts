import { expect } from "vitest";
import { basketCalls } from "#contract/calls/basket.ts";
import { basketLines } from "#worker/db/schema.ts";
import type { Fixture } from "./fixture.ts";
import { type ContractRow, notFoundForShoppers, shopperOnly, unknownId } from "./row.ts";

/** Adds 12 pieces of the product to each shopper's basket, at an earlier price of $11. */
export async function addBaskets(fixture: Fixture): Promise<Fixture> {
	const { shop, product, accounts } = fixture;
	const line = { productId: product.id, quantity: 12, priceCents: 1_100, addedAt: new Date() };
	const owners = [accounts.shopper, accounts.otherShopper];
	await shop.db.insert(basketLines).values(owners.map(({ id: userId }) => ({ userId, ...line })));
	return fixture;
}

export const buildBasketJson = (
	{ product: { id, name, partNumber } }: Fixture,
	{ quantity }: { quantity: number },
) => ({
	lines: [
		{
			toolId: id,
			name,
			partNumber,
			quantity,
			price: 12.5,
			total: 12.5 * quantity,
			problem: null,
			orderable: quantity,
		},
	],
	total: 12.5 * quantity,
});

const getLinePath = ({ product: { id } }: Fixture) => `/basket/lines/${id}`;
/** `deletedCount` is 1 or 0, because a row's later requests find nothing left to delete. */
export const deleteResponse = { acknowledged: true, deletedCount: expect.any(Number) };

export const basketRows: ContractRow[] = [
	{
		call: basketCalls.getBasket,
		path: () => "/basket/lines",
		arrange: addBaskets,
		statuses: shopperOnly,
		expectedBody: (fixture) => buildBasketJson(fixture, { quantity: 12 }),
	},
	{
		call: basketCalls.setBasketLine,
		path: getLinePath,
		body: () => ({ quantity: 20 }),
		arrange: addBaskets,
		statuses: shopperOnly,
		missingCase: { path: () => `/basket/lines/${unknownId}`, statuses: notFoundForShoppers },
		expectedBody: (fixture) => buildBasketJson(fixture, { quantity: 20 }),
	},
	{
		call: basketCalls.removeBasketLine,
		path: getLinePath,
		arrange: addBaskets,
		statuses: shopperOnly,
		expectedBody: () => deleteResponse,
	},
	{
		call: basketCalls.clearBasket,
		path: () => "/basket/lines",
		arrange: addBaskets,
		statuses: shopperOnly,
		expectedBody: () => deleteResponse,
	},
];
