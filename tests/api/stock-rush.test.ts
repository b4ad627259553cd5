import * as v from "valibot";
import { afterAll, expect, test } from "vitest";
import { findBrokenRule, type Orderable } from "#contract/order-rules.ts";
import { orderListsConcurrently } from "../model/list-rush.ts";
import { createOrderRequestInit, orderConcurrently } from "../model/stock-rush.ts";
import { createAccount, createAccounts } from "../support/accounts.ts";
import { countPieces } from "../support/count-pieces.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

/** Builds the expected response to an order for more pieces than are in stock. */
const buildRejection = (product: Orderable, orderedQuantity: number) => {
	const soldOutProduct = { ...product, quantity: 0 };
	const message = findBrokenRule(soldOutProduct, orderedQuantity)?.message;
	const issues = [{ field: "quantity", message }];
	return { status: 400, body: { message, code: "insufficient_stock", issues } };
};

test("when 200 shoppers order one of the last 37 pieces at the same time, 37 orders succeed", async () => {
	const product = await createProduct(shop, { quantity: 37, minimum: 1 });
	const { successCount, rejections } = await orderConcurrently(shop, product.id, 200, 1);
	expect(successCount).toBe(37);
	expect(rejections).toEqual(Array(163).fill(buildRejection(product, 1)));
	expect(await countPieces(shop, product.id)).toEqual({ stock: 0, ordered: 37 });
});

test("when 40 shoppers each order five of the last 37 pieces at the same time, seven orders succeed and two pieces remain", async () => {
	const product = await createProduct(shop, { quantity: 37, minimum: 1 });
	const { successCount, rejections } = await orderConcurrently(shop, product.id, 40, 5);
	expect(successCount).toBe(7);
	expect(rejections).toEqual(Array(33).fill(buildRejection(product, 5)));
	expect(await countPieces(shop, product.id)).toEqual({ stock: 2, ordered: 35 });
});

test("when 12 lists of 20 scarce tools are ordered at the same time, each is placed completely or rejected with the lines that lack stock", async () => {
	const { placed, rejected, violations } = await orderListsConcurrently(shop, 12, 20);
	expect(violations).toEqual([]);
	expect([placed > 0, rejected > 0]).toEqual([true, true]);
});

test("concurrent orders and cancellations neither lose nor add pieces", async () => {
	const { id } = await createProduct(shop, { quantity: 20, minimum: 1 });
	const shoppers = await createAccounts(shop, 30);
	const insertedSchema = v.object({ insertedId: v.string() });
	const statuses = await Promise.all(
		shoppers.map(async ({ email, fetch }) => {
			const response = await fetch("/orders", createOrderRequestInit(id, email, 2));
			if (!response.ok) return response.status;
			const { insertedId } = v.parse(insertedSchema, await response.json());
			const [firstResponse, secondResponse] = await Promise.all(
				[1, 2].map(() => fetch(`/orders/${insertedId}`, { method: "DELETE" })),
			);
			const cancelStatuses = [firstResponse?.status, secondResponse?.status].sort();
			expect(
				cancelStatuses,
				`${await firstResponse?.text()} ${await secondResponse?.text()}`,
			).toEqual([200, 404]);
			return response.status;
		}),
	);
	expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10);
	expect(await countPieces(shop, id)).toEqual({ stock: 20, ordered: 0 });
});

test("twenty concurrent requests with the same Idempotency-Key place one order", async () => {
	const { id } = await createProduct(shop, { quantity: 100, minimum: 1 });
	const shopper = await createAccount(shop);
	const order = createOrderRequestInit(id, shopper.email, 3);
	const headers = { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() };
	const responses = await Promise.all(
		Array.from({ length: 20 }, () => shopper.fetch("/orders", { ...order, headers })),
	);
	expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
	const bodies = await Promise.all(responses.map((response) => response.json()));
	expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
	expect(await countPieces(shop, id)).toEqual({ stock: 97, ordered: 3 });
});

test("rejects an Idempotency-Key that was used for another order", async () => {
	const { id } = await createProduct(shop, { quantity: 100, minimum: 1 });
	const shopper = await createAccount(shop);
	const headers = { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() };
	const send = (quantity: number) =>
		shopper.fetch("/orders", { ...createOrderRequestInit(id, shopper.email, quantity), headers });
	expect((await send(3)).status).toBe(200);
	expect((await send(4)).status).toBe(409);
	expect(await countPieces(shop, id)).toEqual({ stock: 97, ordered: 3 });
});

test("two accounts can use the same Idempotency-Key", async () => {
	const { id } = await createProduct(shop, { quantity: 100, minimum: 1 });
	const headers = { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() };
	for (const { email, fetch } of await createAccounts(shop, 2)) {
		expect(
			(await fetch("/orders", { ...createOrderRequestInit(id, email, 3), headers })).status,
		).toBe(200);
	}
	expect(await countPieces(shop, id)).toEqual({ stock: 94, ordered: 6 });
});
