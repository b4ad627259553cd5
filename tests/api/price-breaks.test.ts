import { afterAll, expect, test } from "vitest";
import { getUnitPriceCents } from "#contract/price-breaks.ts";
import { createAccount } from "../support/accounts.ts";
import { createProduct } from "../support/products.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(() => shop.stop());

test("POST /orders applies the price break for each quantity, whether the list price or the unit price is sent", async () => {
	const product = await createProduct(shop, {
		priceCents: 500,
		minimum: 1,
		quantity: 10_000,
		priceBreaks: [
			[10, 460],
			[20, 430],
			[21, 429],
		],
	});
	const shopper = await createAccount(shop);
	for (const quantity of [1, 9, 10, 19, 20, 21, 30]) {
		const unitPriceCents = getUnitPriceCents(product, quantity);
		const response = await shopper.fetch(
			"/orders",
			createJsonInit({
				toolId: product.id,
				toolName: product.name,
				quantity,
				email: shopper.email,
				toolPrice: quantity % 2 === 0 ? 5 : unitPriceCents / 100,
				name: "Sam",
				location: "1 Bench Road",
				phone: "555 0100",
			}),
		);
		const { insertedId } = await response.json<{ insertedId: string }>();
		const order = await (await shopper.fetch(`/specificorders/${insertedId}`)).json();
		expect(order).toMatchObject({ quantity, toolPrice: unitPriceCents / 100 });
	}
});

test("a payment must be for the total with the price break applied", async () => {
	const product = await createProduct(shop, { priceCents: 500, priceBreaks: [[20, 430]] });
	const shopper = await createAccount(shop);
	const response = await shopper.fetch(
		"/orders",
		createJsonInit({
			toolId: product.id,
			quantity: 20,
			toolPrice: 5,
			email: shopper.email,
			location: "1 Bench Road",
			phone: "555 0100",
		}),
	);
	const { insertedId: orderId } = await response.json<{ insertedId: string }>();
	const startPayment = async (price: number) =>
		(await shopper.fetch("/create-payment-intent", createJsonInit({ price, order: orderId })))
			.status;
	expect([await startPayment(100), await startPayment(86)]).toEqual([409, 200]);
});
