import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { errors, fillMessage } from "#contract/errors.ts";
import { orders, products } from "#worker/db/schema.ts";
import { createAccount, type TestAccount } from "../support/accounts.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const checkout = createCheckoutHelpers(shop, await createProduct(shop, { quantity: 100_000 }));
afterAll(shop.stop);

async function createFixture() {
	const [shopper, otherShopper] = await Promise.all([createAccount(shop), createAccount(shop)]);
	const orderId = await checkout.placeOrder(shopper);
	const updateOrder = (values: Partial<typeof orders.$inferInsert>) =>
		shop.db.update(orders).set(values).where(eq(orders.id, orderId));
	return { shopper, otherShopper, orderId, updateOrder };
}

test("the order form is prefilled only from the shopper's own order of the same product", async () => {
	const { shopper, otherShopper, orderId, updateOrder } = await createFixture();
	await updateOrder({ location: "9 Secret Street", phone: "999 0199", quantity: 25 });
	const readForm = async (account: TestAccount, productId: string, earlierOrderId: string) =>
		(await account.fetch(`/purchase/${productId}?again=${earlierOrderId}`)).text();
	const ownForm = await readForm(shopper, checkout.product.id, orderId);
	for (const text of ["9 Secret Street", "999 0199", 'value="25"']) expect(ownForm).toContain(text);
	const otherProduct = await createProduct(shop);
	const forms = await Promise.all([
		readForm(otherShopper, checkout.product.id, orderId),
		readForm(shopper, otherProduct.id, orderId),
		readForm(shopper, checkout.product.id, "nothing"),
	]);
	for (const form of forms) expect(form).not.toMatch(/Secret Street|999 0199|value="25"/);
});

test("an order form that starts with another address has another draft, and one with another quantity does not restore its quantity", async () => {
	const { shopper, orderId } = await createFixture();
	const otherProduct = await createProduct(shop);
	const drafts = await Promise.all(
		[
			checkout.product.id,
			`${checkout.product.id}?quantity=20`,
			`${checkout.product.id}?again=${orderId}`,
			otherProduct.id,
		].map(async (path) => {
			const html = await (await shopper.fetch(`/purchase/${path}`)).text();
			const [, name, initialQuantity] =
				/ data-draft="([^"]+)" data-initial-quantity="(\d+)"/.exec(html) ?? [];
			return { name, initialQuantity };
		}),
	);
	const names = drafts.map(({ name }) => name);
	expect(names).not.toContain(undefined);
	const [first, withQuantity] = drafts;
	expect(withQuantity).toEqual({ name: first?.name, initialQuantity: "20" });
	expect(first?.initialQuantity).not.toBe("20");
	expect(new Set(names).size).toBe(names.length - 1);
});

test("the order form is prefilled with the delivery details of the shopper's last order", async () => {
	const { shopper, otherShopper, updateOrder } = await createFixture();
	await updateOrder({ location: "1 First Street", phone: "555 0101", createdAt: new Date(0) });
	const placeOrderWith = async (values: Partial<typeof orders.$inferInsert>) => {
		const id = await checkout.placeOrder(shopper);
		await shop.db.update(orders).set(values).where(eq(orders.id, id));
	};
	await placeOrderWith({ location: "2 Last Street", phone: "555 0102" });
	const inAMinute = new Date(Date.now() + 60_000);
	await placeOrderWith({
		location: "3 Canceled Street",
		createdAt: inAMinute,
		cancelledAt: new Date(),
	});
	const { id } = await createProduct(shop);
	const form = await (await shopper.fetch(`/purchase/${id}`)).text();
	for (const text of ["From your last order", "2 Last Street", "555 0102"]) {
		expect(form).toContain(text);
	}
	expect(form).not.toMatch(/First Street|555 0101|Canceled Street/);
	const otherForm = await (await otherShopper.fetch(`/purchase/${id}`)).text();
	expect(otherForm).not.toMatch(/last order|Last Street/);
});

test("an order form with an outdated price is rejected until the shopper confirms the new price", async () => {
	const { id, name } = await createProduct(shop, { priceCents: 1_250 });
	const shopper = await createAccount(shop);
	await shop.db.update(products).set({ priceCents: 1_300 }).where(eq(products.id, id));
	const submitOrder = (shownCents: number) => {
		const fields = {
			quantity: "10",
			location: "Here",
			phone: "1",
			idempotencyKey: crypto.randomUUID(),
		};
		const body = new URLSearchParams({ ...fields, shownCents: String(shownCents) });
		return shopper.fetch(`/purchase/${id}`, { method: "POST", body });
	};
	const listOrders = () => shop.db.select().from(orders).where(eq(orders.toolName, name));
	const rejectedResponse = await submitOrder(1_250);
	expect([rejectedResponse.status, await rejectedResponse.text()]).toEqual([
		409,
		expect.stringContaining(fillMessage(errors.price_changed.message, { price: "$13.00" })),
	]);
	expect(await listOrders()).toEqual([]);
	expect((await submitOrder(1_300)).status).toBe(303);
	expect(await listOrders()).toMatchObject([{ toolPriceCents: 1_300 }]);
});
