import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { errors, fillMessage } from "#contract/errors.ts";
import { orders, products } from "#worker/db/schema.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { createCheckout } from "../support/checkout.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const checkout = createCheckout(shop, await createProduct(shop, { quantity: 100_000 }));
afterAll(shop.stop);

async function arrange() {
	const [shopper, stranger, admin] = await Promise.all([
		createAccount(shop, { name: "Olive Owner" }),
		createAccount(shop),
		createAdmin(shop),
	]);
	const order = await checkout.placeOrder(shopper);
	const change = (values: Partial<typeof orders.$inferInsert>) =>
		shop.db.update(orders).set(values).where(eq(orders.id, order));
	return { shopper, stranger, admin, order, change };
}

const statusesOf = (path: string, askers: TestAccount[]) =>
	Promise.all(askers.map(async (asker) => (await asker.fetch(path)).status));

const paid = (order: string) => ({ paidAt: new Date(), transactionId: `pi_${order}` });

test.each(["orders", "invoice"])("/dashbord/%s/{id} is for its owner and admins", async (page) => {
	const { shopper, stranger, admin, order, change } = await arrange();
	await change(paid(order));
	const path = `/dashbord/${page}/${order}`;
	expect(await statusesOf(path, [shopper, admin, stranger])).toEqual([200, 200, 403]);
	const nobody = await shop.fetch(path);
	expect(nobody.headers.get("Location")).toBe(`/login?from=${encodeURIComponent(path)}`);
	const unknown = `/dashbord/${page}/${"0".repeat(24)}`;
	expect(await statusesOf(unknown, [shopper, admin])).toEqual([404, 404]);
	const response = await shopper.fetch(path);
	expect(response.headers.get("Cache-Control")).toMatch(/private/);
});

test("there is no invoice of what is not paid", async () => {
	const { shopper, order } = await arrange();
	const response = await shopper.fetch(`/dashbord/invoice/${order}`);
	expect(response.status).toBe(409);
	expect(await response.text()).toContain(errors.order_unpaid.message);
});

test("the order form is filled in from an own order of that tool alone", async () => {
	const { shopper, stranger, order, change } = await arrange();
	await change({ location: "9 Secret Street", phone: "999 0199", quantity: 25 });
	const formOf = async (asker: TestAccount, product: string, again: string) =>
		(await asker.fetch(`/purchase/${product}?again=${again}`)).text();
	const own = await formOf(shopper, checkout.product.id, order);
	for (const text of ["9 Secret Street", "999 0199", 'value="25"']) expect(own).toContain(text);
	const other = await createProduct(shop);
	const forms = await Promise.all([
		formOf(stranger, checkout.product.id, order),
		formOf(shopper, other.id, order),
		formOf(shopper, checkout.product.id, "nothing"),
	]);
	for (const form of forms) expect(form).not.toMatch(/Secret Street|999 0199|value="25"/);
});

test("an order form of before the price changed is refused with the new price, and can be confirmed at it", async () => {
	const { id, name } = await createProduct(shop, { priceCents: 1_250 });
	const shopper = await createAccount(shop);
	await shop.db.update(products).set({ priceCents: 1_300 }).where(eq(products.id, id));
	const confirm = (shownCents: number) => {
		const typed = {
			quantity: "10",
			location: "Here",
			phone: "1",
			idempotencyKey: crypto.randomUUID(),
		};
		const body = new URLSearchParams({ ...typed, shownCents: String(shownCents) });
		return shopper.fetch(`/purchase/${id}`, { method: "POST", body });
	};
	const ordersOfTool = () => shop.db.select().from(orders).where(eq(orders.toolName, name));
	const refused = await confirm(1_250);
	expect([refused.status, await refused.text()]).toEqual([
		409,
		expect.stringContaining(fillMessage(errors.price_changed.message, { price: "$13.00" })),
	]);
	expect(await ordersOfTool()).toEqual([]);
	expect((await confirm(1_300)).status).toBe(303);
	expect(await ordersOfTool()).toMatchObject([{ toolPriceCents: 1_300 }]);
});
