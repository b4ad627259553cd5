import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { nothingOrdered } from "#app/features/checkout/nothing-ordered.ts";
import { orders, products } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { addAddress } from "../support/addresses.ts";
import { addBasketLine } from "../support/basket.ts";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { logIn } from "../support/log-in.ts";
import { confirmOrder, fillDelivery, readDrafts } from "../support/order-form.ts";
import { validPassword } from "../support/passwords.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const endSession = (page: Page) => page.context().clearCookies({ name: "session" });

/** Signs in through the sandbox's Google page. */
async function signInWithGoogle(page: Page): Promise<void> {
	await page.getByRole("link", { name: "Continue with Google" }).click();
	await page.getByRole("button", { name: /^Sam Shopper/ }).click();
}

/** Creates a customer with 10 pieces of each of two tools in the basket. */
async function createCustomer() {
	const account = await createAccount(shop, { password: validPassword });
	for (const index of [1, 2]) {
		const { id: productId } = await createProduct(shop);
		await addBasketLine(shop, { userId: account.id, productId, addedAt: new Date(index) });
	}
	return account;
}

/** Fills in the checkout and confirms it after ending the session. */
async function sendCheckoutWithoutSession(page: Page): Promise<void> {
	await page.goto("/checkout");
	await waitForHydration(page);
	await page.getByLabel("Another address").check();
	await fillDelivery(page);
	await page.getByText("Ordering for a company?").click();
	await page.getByLabel("Purchase order number").fill("PO 7");
	await endSession(page);
	await confirmOrder(page);
	await page.getByRole("heading", { name: "Login" }).waitFor();
}

async function expectTypedValues(page: Page): Promise<void> {
	await expect.poll(() => page.getByLabel("Location").inputValue()).toBe("1 Bench Road");
	expect(await page.getByLabel("Phone", { exact: true }).inputValue()).toBe("555 0100");
	expect(await page.getByLabel("Purchase order number").inputValue()).toBe("PO 7");
	expect(await page.getByLabel("Purchase order number").isVisible()).toBe(true);
}

test("an order form keeps its input through a reload, and through a sign-in with Google after the session ended", async () => {
	const { id } = await createProduct(shop, { minimum: 1, quantity: 50 });
	const page = await browser.newPage();
	await page.goto(`/login?from=${encodeURIComponent(`/purchase/${id}?quantity=3`)}`);
	await signInWithGoogle(page);
	await page.waitForURL(/\/purchase\//);
	await waitForHydration(page);
	await page.getByLabel("Order quantity").fill("7");
	await fillDelivery(page);
	await page.getByText("Ordering for a company?").click();
	await page.getByLabel("Purchase order number").fill("PO 7");
	await page.reload();
	await expectTypedValues(page);
	expect(await page.getByLabel("Order quantity").inputValue()).toBe("7");
	await page.goto(`/purchase/${id}?quantity=4`);
	await waitForHydration(page);
	expect(await page.getByLabel("Order quantity").inputValue()).toBe("4");
	await page.goBack();
	await expectTypedValues(page);
	await endSession(page);
	await confirmOrder(page);
	await signInWithGoogle(page);
	await page.waitForURL(/\/purchase\//);
	await expectTypedValues(page);
	expect(await page.getByLabel("Order quantity").inputValue()).toBe("7");
	await page.getByRole("status").filter({ hasText: "$87.50" }).waitFor();
	await confirmOrder(page);
	await page.getByText("your order is wait for payment").waitFor();
	const rows = await shop.db.select().from(orders).where(eq(orders.productId, id));
	expect(rows).toMatchObject([
		{ quantity: 7, location: "1 Bench Road", purchaseOrder: "PO 7", email: "shopper@example.com" },
	]);
	await expect.poll(() => readDrafts(page)).not.toContain("sentOrder");
	await page.goto(`/purchase/${id}?confirm=1`);
	await waitForHydration(page);
	expect(await page.getByLabel("Order quantity").inputValue()).toBe("1");
});

test("an order form restores its input once a sold-out or withdrawn tool is back", async () => {
	const account = await createAccount(shop);
	const { id } = await createProduct(shop, { quantity: 50 });
	const update = (values: Partial<typeof products.$inferInsert>) =>
		shop.db.update(products).set(values).where(eq(products.id, id));
	const page = await browser.newPage({ account, allowedProblems: [/status of 40[04]/] });
	await page.goto(`/purchase/${id}`);
	await waitForHydration(page);
	await fillDelivery(page);
	await page.getByText("Ordering for a company?").click();
	await page.getByLabel("Purchase order number").fill("PO 7");
	await update({ quantity: 3 });
	await confirmOrder(page);
	await page.getByText(nothingOrdered.soldOut).waitFor();
	await expectTypedValues(page);
	await page.goto(`/purchase/${id}`);
	await page.getByRole("link", { name: "out of stock" }).waitFor();
	await update({ quantity: 50 });
	await page.reload();
	await expectTypedValues(page);
	await update({ deletedAt: new Date() });
	await confirmOrder(page);
	await page.getByRole("heading", { name: nothingOrdered.withdrawn }).waitFor();
	await update({ deletedAt: null });
	await page.goto(`/purchase/${id}`);
	await expectTypedValues(page);
	await confirmOrder(page);
	await page.getByText("your order is wait for payment").waitFor();
});

test("a checkout submitted after the session ended keeps its input through the login and a reload", async () => {
	const account = await createCustomer();
	await addAddress(shop, account.id);
	const page = await browser.newPage({ account });
	await sendCheckoutWithoutSession(page);
	await logIn(page, account.email);
	await page.getByRole("heading", { name: "Your order: 2 tools" }).waitFor();
	await expectTypedValues(page);
	expect(await page.getByLabel("Another address").isChecked()).toBe(true);
	await page.reload();
	await expectTypedValues(page);
	expect(await page.getByLabel("Another address").isChecked()).toBe(true);
	await confirmOrder(page);
	await page.getByText("Payment for 2 orders").waitFor();
	await expect.poll(() => readDrafts(page)).not.toContain("Bench");
	const rows = await shop.db.select().from(orders).where(eq(orders.userId, account.id));
	expect(rows).toMatchObject(Array(2).fill({ location: "1 Bench Road", purchaseOrder: "PO 7" }));
});

test("a checkout submitted after the session ended does not show its input to another account", async () => {
	const account = await createCustomer();
	await addAddress(shop, account.id);
	const otherAccount = await createCustomer();
	const ordersBefore = await shop.db.$count(orders);
	const page = await browser.newPage({ account });
	await sendCheckoutWithoutSession(page);
	await logIn(page, otherAccount.email);
	await page.getByRole("heading", { name: "Your order: 2 tools" }).waitFor();
	await waitForHydration(page);
	await expect.poll(() => readDrafts(page)).not.toContain("Bench");
	expect(await page.getByLabel("Location").inputValue()).toBe("");
	expect(await shop.db.$count(orders)).toBe(ordersBefore);
});
