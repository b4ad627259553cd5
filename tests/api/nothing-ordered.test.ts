import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { nothingOrdered } from "#app/features/checkout/nothing-ordered.ts";
import { errors } from "#contract/errors.ts";
import { success } from "#contract/messages.ts";
import { basketLines, orders, products } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { openHtml } from "../support/html-page.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(() => shop.stop());

const delivery = { Location: "1 Bench Road", Phone: "555 0100" };

async function openForm(form: "purchase" | "checkout") {
	const account = await createAccount(shop);
	const { id } = await createProduct(shop, { quantity: 50 });
	const line = { userId: account.id, productId: id, quantity: 10, priceCents: 1_250 };
	if (form === "checkout")
		await shop.db.insert(basketLines).values({ ...line, addedAt: new Date() });
	const path = form === "checkout" ? "/checkout" : `/purchase/${id}`;
	const reopen = () => openHtml(shop, path, account);
	const page = await reopen();
	const updateProduct = (values: Partial<typeof products.$inferInsert>) =>
		shop.db.update(products).set(values).where(eq(products.id, id));
	const countOrders = () => shop.db.$count(orders, eq(orders.productId, id));
	return { page, reopen, updateProduct, countOrders };
}

test("an order form whose tool has sold out says that nothing was ordered, and keeps its input until the tool is back", async () => {
	const { page, updateProduct, countOrders } = await openForm("purchase");
	await updateProduct({ quantity: 3 });
	const soldOutPage = await page.press("Confirm order", { ...delivery, "Order quantity": "12" });
	expect(soldOutPage.status).toBe(400);
	expect(soldOutPage.text).toContain(nothingOrdered.soldOut);
	expect(soldOutPage.text).not.toContain("to 3");
	// Otherwise, the browser would not send the form after a restock.
	expect(soldOutPage.html).not.toContain('data-schema="purchase"');
	for (const [label, text] of Object.entries({ ...delivery, "Order quantity": "12" }))
		expect(soldOutPage.getFieldValue(label)).toBe(text);
	expect(await countOrders()).toBe(0);
	await updateProduct({ quantity: 50 });
	expect((await soldOutPage.press("Confirm order")).text).toContain(success.orderPlaced);
	expect(await countOrders()).toBe(1);
});

test("an order form whose tool was withdrawn says that nothing was ordered", async () => {
	const { page, reopen, updateProduct, countOrders } = await openForm("purchase");
	await updateProduct({ deletedAt: new Date() });
	expect((await reopen()).text).toContain(errors.product_not_found.message);
	const withdrawnPage = await page.press("Confirm order", delivery);
	expect(withdrawnPage.status).toBe(404);
	expect(withdrawnPage.text).toContain(nothingOrdered.withdrawn);
	expect(await countOrders()).toBe(0);
});

test.each([
	["has sold out", { quantity: 3 }, { quantity: 50 }],
	["was withdrawn", { deletedAt: new Date() }, { deletedAt: null }],
])(
	"a checkout whose last tool %s says that nothing was ordered, and keeps its input until the tool is back",
	async (_, change, undoChange) => {
		const { page, updateProduct, countOrders } = await openForm("checkout");
		await updateProduct(change);
		let rejectedPage = await page.press("Confirm order", delivery);
		for (let attempt = 1; attempt <= 2; attempt++) {
			expect(rejectedPage.status).toBe(409);
			expect(rejectedPage.text).toContain(
				"Nothing was ordered. None of these tools can be ordered now.",
			);
			expect(rejectedPage.text).not.toContain("$0.00");
			for (const [label, text] of Object.entries(delivery))
				expect(rejectedPage.getFieldValue(label)).toBe(text);
			rejectedPage = await rejectedPage.press("Confirm order");
		}
		expect(await countOrders()).toBe(0);
		await updateProduct(undoChange);
		const reviewPage = await rejectedPage.press("Confirm order");
		expect(reviewPage.text).toContain(errors.basket_changed.message);
		expect(reviewPage.text).toContain("$125.00");
		expect((await reviewPage.press("Confirm order")).text).toContain(success.orderPlaced);
		expect(await countOrders()).toBe(1);
	},
);

test("a checkout whose basket was emptied in another tab says that nothing was ordered", async () => {
	const { page, countOrders } = await openForm("checkout");
	await shop.db.delete(basketLines);
	const emptyPage = await page.press("Confirm order", delivery);
	expect([emptyPage.status, await countOrders()]).toEqual([409, 0]);
	expect(emptyPage.text).toContain("Nothing was ordered.");
});
