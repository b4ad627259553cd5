import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { orders } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { confirmOrder, fillDelivery } from "../support/order-form.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

/** The URL of Stripe.js. These tests do not need it, and the card fields load slowly. */
const stripeScript = "*/__sandbox/stripe.js";

/** Does not use `page.route`, because that turns off the back/forward cache. */
async function blockScripts(page: Page, urls: string[]): Promise<void> {
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("Network.enable");
	await devtools.send("Network.setBlockedURLs", { urls });
}

/** Makes the browser request the page again, with a new key, when it goes back. */
async function clearCache(page: Page): Promise<void> {
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("Network.clearBrowserCache");
}

test("going back to the form and confirming again leads to the existing order", async () => {
	const { id } = await createProduct(shop);
	const page = await browser.newPage({
		account: await createAccount(shop),
		allowedProblems: [/409 \(Conflict\)/, /\.js inspector$/],
	});
	const fillForm = async (quantity: string) => {
		await page.getByLabel("Order quantity").fill(quantity);
		await fillDelivery(page);
	};
	const readOrders = () => shop.db.select().from(orders).where(eq(orders.productId, id));
	const keyField = page.locator("input[name=idempotencyKey]");
	await blockScripts(page, [stripeScript]);
	await page.goto(`/purchase/${id}`);
	await waitForHydration(page);
	await fillForm("10");
	const firstKey = await keyField.getAttribute("value");
	const goBack = async () => {
		await page.goBack();
		await expect.poll(() => keyField.getAttribute("value")).toBe(firstKey);
	};
	await confirmOrder(page);
	await page.waitForURL(/payment/);
	const paymentUrl = page.url();
	await shop.db
		.update(orders)
		.set({ createdAt: new Date(0) })
		.where(eq(orders.productId, id));
	await clearCache(page);
	await goBack();
	expect(await page.getByLabel("Location").inputValue()).toBe("1 Bench Road");
	await confirmOrder(page);
	await page.getByText("You have already placed this order").waitFor();
	expect([page.url(), (await readOrders()).length]).toEqual([paymentUrl, 1]);
	await goBack();
	await fillForm("12");
	await confirmOrder(page);
	await page.getByText("You have already placed an order with this form").waitFor();
	await expect
		.poll(() => page.locator(":focus").textContent())
		.toContain("You have already placed an order with this form");
	expect(await readOrders()).toHaveLength(1);
	await confirmOrder(page);
	await page.getByText("your order is wait for payment").waitFor();
	expect((await readOrders()).map(({ quantity }) => quantity).sort()).toEqual([10, 12]);
});

test.each([
	["if the script that checks forms is missing", true, ["*/assets/check-form-*"]],
	["before any script runs", true, ["*/assets/*.js"]],
	["without JavaScript", false, []],
])(
	"going back and confirming again places no second order %s",
	async (_, javaScript, blockedScripts) => {
		const { id } = await createProduct(shop);
		const account = await createAccount(shop);
		const allowedProblems = [/\.js inspector$/];
		const page = await browser.newPage({ account, javaScript, allowedProblems });
		await blockScripts(page, [stripeScript]);
		await page.goto(`/purchase/${id}`, { waitUntil: "commit" });
		await fillDelivery(page);
		await confirmOrder(page);
		await page.getByText("your order is wait for payment").waitFor();
		await blockScripts(page, [stripeScript, ...blockedScripts]);
		await page.goBack({ waitUntil: "commit" });
		const button = page.getByRole("button", { name: "Confirm order" });
		await button.waitFor();
		expect(await page.getByLabel("Location").inputValue()).toBe("1 Bench Road");
		await button.click();
		await page.getByText("your order is wait for payment").waitFor();
		expect(await shop.db.select().from(orders).where(eq(orders.productId, id))).toHaveLength(1);
	},
);

test("an order form restores its idempotency key from the browser's history and gets a new key on a new visit", async () => {
	const { id } = await createProduct(shop);
	const page = await browser.newPage({ account: await createAccount(shop) });
	const keyField = page.locator("input[name=idempotencyKey]");
	const formKey = crypto.randomUUID();
	await page.goto(`/purchase/${id}`);
	await page.evaluate((key) => history.replaceState({ formKey: key }, ""), formKey);
	await page.reload();
	await expect.poll(() => keyField.getAttribute("value")).toBe(formKey);
	await waitForHydration(page);
	await page.getByLabel("Order quantity").fill("11");
	expect(await keyField.getAttribute("value")).toBe(formKey);
	await page.goto("/tools");
	await page.goto(`/purchase/${id}`);
	await waitForHydration(page);
	expect(await keyField.getAttribute("value")).not.toBe(formKey);
});

test("an order form does not show another form's values after going back", async () => {
	const page = await browser.newPage({ account: await createAccount(shop) });
	const [first, second] = [
		await createProduct(shop, { priceCents: 888_800 }),
		await createProduct(shop, { priceCents: 888_800 }),
	];
	await page.goto(`/purchase/${first.id}`);
	await page.getByRole("link", { name: "Tool details" }).click();
	const similarTools = page.getByRole("region", { name: "Similar tools" });
	await similarTools.getByRole("link", { name: second.name }).click();
	await page.getByRole("heading", { level: 1, name: second.name }).waitFor();
	await page.getByRole("link", { name: "Purchase", exact: true }).click();
	await page.getByLabel("Order quantity").fill("77");
	await page.evaluate(() => void setTimeout(() => history.go(-3)));
	await page.getByRole("heading", { level: 1, name: first.name }).waitFor();
	expect(await page.getByLabel("Order quantity").inputValue()).toBe("10");
});

test("an order form keeps the address after another quantity was chosen on the tool's page", async () => {
	const page = await browser.newPage({ account: await createAccount(shop) });
	const { id } = await createProduct(shop);
	await page.goto(`/purchase/${id}?quantity=60`);
	await waitForHydration(page);
	await page.getByLabel("Order quantity").fill("70");
	await fillDelivery(page);
	await page.getByRole("link", { name: "Tool details" }).click();
	await page.getByLabel("Quantity").fill("24");
	await page.getByRole("link", { name: "Purchase", exact: true }).click();
	await expect.poll(() => page.getByLabel("Location").inputValue()).toBe("1 Bench Road");
	expect(await page.getByLabel("Order quantity").inputValue()).toBe("24");
	await page.getByLabel("Order quantity").fill("30");
	await page.reload();
	await expect.poll(() => page.getByLabel("Order quantity").inputValue()).toBe("30");
});
