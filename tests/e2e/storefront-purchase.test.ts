import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { errors, fillMessage } from "#contract/errors.ts";
import { refreshMs } from "#contract/limits.ts";
import { signedOutMessage } from "#contract/loading-messages.ts";
import { invalid } from "#contract/messages.ts";
import { orders, products } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { startBrowser, waitForHydration, waitForToken } from "../support/browser.ts";
import { isFocused } from "../support/keyboard.ts";
import { logIn } from "../support/log-in.ts";
import { confirmOrder, fillDelivery } from "../support/order-form.ts";
import { validPassword } from "../support/passwords.ts";
import { createProduct, createReviewedProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

test.each([
	["on a phone", 390, 844],
	["at 200% zoom", 640, 450],
])(
	"%s, the order form shows the quantity without scrolling, above the read-only fields",
	async (_, width, height) => {
		const { id } = await createReviewedProduct(shop, 1);
		const account = await createAccount(shop);
		const page = await browser.newPage({ account, width, height });
		await page.goto(`/purchase/${id}`);
		const quantityBox = await page.getByLabel("Order quantity").boundingBox();
		expect((quantityBox?.y ?? height) + (quantityBox?.height ?? 0)).toBeLessThanOrEqual(height);
		const nameBox = await page.getByLabel("Name").boundingBox();
		expect(nameBox?.y).toBeGreaterThan(quantityBox?.y ?? 0);
		expect(await page.getByText("Review 1.").count()).toBe(0);
	},
);

test("a rejected field in a closed group is revealed, gets focus, and loses its message when corrected", async () => {
	const { id } = await createProduct(shop);
	const page = await browser.newPage({ account: await createAccount(shop) });
	await page.goto(`/purchase/${id}`);
	await waitForHydration(page);
	await fillDelivery(page);
	const vatNumber = page.getByLabel("VAT number");
	const group = page.getByText("Ordering for a company?");
	await group.click();
	await vatNumber.fill("??");
	await page.getByLabel("Phone").fill("");
	await group.click();
	expect(await vatNumber.isVisible()).toBe(false);
	await confirmOrder(page);
	await page.getByText("Phone is Required").waitFor();
	expect(await isFocused(page.getByLabel("Phone"))).toBe(true);
	await page.getByLabel("Phone").fill("555 0100");
	await page.getByText("Phone is Required").waitFor({ state: "detached" });
	await page.getByText(invalid.vatNumberText).waitFor();
	await group.click();
	expect(await vatNumber.isVisible()).toBe(false);
	await confirmOrder(page);
	await vatNumber.and(page.locator(":focus")).waitFor();
	await vatNumber.fill("");
	await page.getByText(invalid.vatNumberText).waitFor({ state: "detached" });
	await page.getByRole("button", { name: "Confirm order" }).click();
	await page.waitForURL(/payment/);
});

test("the total follows the quantity, and a double click places only one order", async () => {
	const { id } = await createProduct(shop, { quantity: 40, minimum: 12, priceCents: 250 });
	const account = await createAccount(shop);
	const page = await browser.newPage({ account });
	await page.goto(`/purchase/${id}`);
	await page.getByText("$30.00", { exact: true }).waitFor();
	await waitForToken(page);
	await page.getByLabel("Order quantity").fill("13");
	await page.getByRole("status").filter({ hasText: "$32.50" }).waitFor();
	await fillDelivery(page);
	await page.getByRole("button", { name: "Confirm order" }).dblclick();
	await page.getByText("your order is wait for payment").waitFor();
	const orderRows = await shop.db.select().from(orders).where(eq(orders.productId, id));
	expect(orderRows).toMatchObject([{ quantity: 13, email: account.email, paidAt: null }]);
	expect(new URL(page.url()).pathname).toBe(`/dashbord/payment/${orderRows[0]?.id}`);
	const [productRow] = await shop.db.select().from(products).where(eq(products.id, id));
	expect(productRow?.quantity).toBe(27);
});

test("a price increase while the form is open is shown before the order is placed", async () => {
	const { id } = await createProduct(shop, { minimum: 2, priceCents: 250 });
	const page = await browser.newPage({
		account: await createAccount(shop),
		allowedProblems: [/409 \(Conflict\)/],
	});
	await page.goto(`/purchase/${id}`);
	await fillDelivery(page);
	await shop.db.update(products).set({ priceCents: 9900 }).where(eq(products.id, id));
	await confirmOrder(page);
	await page.getByText(fillMessage(errors.price_changed.message, { price: "$99.00" })).waitFor();
	await page.getByRole("status").filter({ hasText: "$198.00" }).waitFor();
	expect(await shop.db.select().from(orders).where(eq(orders.productId, id))).toEqual([]);
	await confirmOrder(page);
	await page.getByText("your order is wait for payment").waitFor();
	const orderRows = await shop.db.select().from(orders).where(eq(orders.productId, id));
	expect(orderRows).toMatchObject([{ toolPriceCents: 9900, quantity: 2 }]);
});

test("the total follows a price that changes while the form is open", async () => {
	const priceBreaks = [[20, 200]] satisfies [number, number][];
	const { id } = await createProduct(shop, { minimum: 10, priceCents: 250, priceBreaks });
	const page = await browser.newPage({
		account: await createAccount(shop),
		mockClock: true,
		allowedProblems: [/409 \(Conflict\)/],
	});
	await page.goto(`/purchase/${id}`);
	await waitForHydration(page);
	await page.getByText("$25.00", { exact: true }).waitFor();
	await shop.db
		.update(products)
		.set({ priceCents: 300, priceBreaks: [[20, 280]] })
		.where(eq(products.id, id));
	await expect
		.poll(async () => {
			await page.clock.runFor(refreshMs);
			return page.locator("dl[data-live=facts] strong").textContent();
		})
		.toBe("$3.00");
	await page.getByRole("status").filter({ hasText: "$30.00" }).waitFor();
	await page.getByRole("row", { name: "20+ $2.80" }).waitFor();
	await fillDelivery(page);
	await confirmOrder(page);
	await page.getByText(fillMessage(errors.price_changed.message, { price: "$3.00" })).waitFor();
});

test("an order form keeps its input after a sign-out in another tab and can be sent after the next login", async () => {
	const { id } = await createProduct(shop);
	const account = await createAccount(shop, { password: validPassword });
	const page = await browser.newPage({ account });
	await page.goto(`/purchase/${id}`);
	await waitForHydration(page);
	await waitForToken(page);
	await fillDelivery(page);
	const tab = await page.context().newPage();
	await tab.goto("/blogs");
	await tab.getByRole("button", { name: "SignOut" }).click();
	await waitForToken(page, null);
	await confirmOrder(page);
	await page.getByText(signedOutMessage).waitFor();
	expect(await page.getByLabel("Location").inputValue()).toBe("1 Bench Road");
	await logIn(tab, account.email);
	await waitForToken(page);
	await confirmOrder(page);
	await page.getByText("your order is wait for payment").waitFor();
});
