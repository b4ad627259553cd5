import { expect } from "vitest";
import { basketCalls } from "#contract/calls/basket.ts";
import { basketLines } from "#worker/db/schema.ts";
import type { Fixture } from "./fixture.ts";
import { noShopper, type Row, shopperOnly, unknownId } from "./row.ts";

/** Puts 12 pieces of the product, priced at $11 then, into the baskets of both shoppers. */
export async function addBaskets(fixture: Fixture): Promise<Fixture> {
	const { shop, product, accounts } = fixture;
	const line = { productId: product.id, quantity: 12, priceCents: 1_100, addedAt: new Date() };
	const owners = [accounts.shopper, accounts.otherShopper];
	await shop.db.insert(basketLines).values(owners.map(({ id: userId }) => ({ userId, ...line })));
	return fixture;
}

export const basketOf = ({ product: { id, name, partNumber } }: Fixture, quantity: number) => ({
	lines: [
		{
			...{ toolId: id, name, partNumber, quantity, price: 12.5 },
			...{ total: 12.5 * quantity, problem: null, orderable: quantity },
		},
	],
	total: 12.5 * quantity,
});

const linePath = ({ product: { id } }: Fixture) => `/basket/lines/${id}`;
/** The second request, with a token, finds nothing to delete. */
const deleted = { acknowledged: true, deletedCount: expect.any(Number) };

export const basketRows: Row[] = [
	{
		call: basketCalls.getBasket,
		path: () => "/basket/lines",
		arrange: addBaskets,
		valid: shopperOnly,
		expectedBody: (fixture) => basketOf(fixture, 12),
	},
	{
		call: basketCalls.setBasketLine,
		path: linePath,
		body: () => ({ quantity: 20 }),
		arrange: addBaskets,
		valid: shopperOnly,
		missing: { path: () => `/basket/lines/${unknownId}`, statuses: noShopper },
		expectedBody: (fixture) => basketOf(fixture, 20),
	},
	{
		call: basketCalls.removeBasketLine,
		path: linePath,
		arrange: addBaskets,
		valid: shopperOnly,
		expectedBody: () => deleted,
	},
	{
		call: basketCalls.clearBasket,
		path: () => "/basket/lines",
		arrange: addBaskets,
		valid: shopperOnly,
		expectedBody: () => deleted,
	},
];
