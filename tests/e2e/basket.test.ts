import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { offlineMessage } from "#contract/loading-messages.ts";
import { payment } from "#contract/messages.ts";
import { createId } from "#worker/auth/tokens.ts";
import { orders, products } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { addBasketLine } from "../support/basket.ts";
import { delayRequests, startBrowser, waitForHydration } from "../support/browser.ts";
import { readDrafts } from "../support/order-form.ts";
import { validPassword } from "../support/passwords.ts";
import { payByCard, testCards } from "../support/pay-by-card.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const toolNames = Array.from(
	{ length: 6 },
	(_, index) => `Basket tool ${String.fromCharCode(65 + index)}`,
);
for (const name of toolNames) await createProduct(shop, { name });

const getAddButtons = (page: Page) => page.getByRole("button", { name: /^Add .* to basket$/ });
const readBasketCount = (page: Page) => page.locator("[data-basket-count]").first().textContent();

async function signUpAndOrder(page: Page): Promise<void> {
	await page.getByRole("link", { name: "Checkout" }).click();
	await page.getByRole("link", { name: "Create an account" }).click();
	await page.getByLabel("Name").fill("Gary Garage");
	await page.getByLabel("Email").fill(`${createId()}@example.com`);
	await page.getByLabel("Password", { exact: true }).fill(validPassword);
	await page.getByRole("button", { name: "Sign up" }).click();
	await page.waitForURL("/checkout");
	await page.getByRole("heading", { name: "Your order: 6 tools" }).waitFor();
	await page.getByLabel("Location").fill("1 Bay Road");
	await page.getByLabel("Phone", { exact: true }).fill("555 0100");
	await page.getByRole("button", { name: "Confirm order" }).click();
	await page.getByText("your order is wait for payment").waitFor();
	await page.getByText("Payment for 6 orders").waitFor();
}

/** The test opens a dozen pages. */
const timeout = 90_000;

test("a visitor on a phone orders six tools from the catalog with one payment", {
	timeout,
}, async () => {
	const page = await browser.newPage({ width: 390, height: 844, hasTouch: true });
	await page.goto("/tools");
	await waitForHydration(page);
	for (let index = 0; index < 6; index += 1) {
		await getAddButtons(page).nth(index).click();
		await expect.poll(() => readBasketCount(page)).toBe(String(index + 1));
	}
	await page.getByRole("link", { name: "View basket" }).click();
	await page.waitForURL("/basket");
	await waitForHydration(page);
	const quantity = page.getByLabel(/, Pieces$/).first();
	await quantity.fill("20");
	await quantity.press("Tab");
	await page.getByText("$875.00").waitFor();
	await page
		.getByRole("button", { name: /^Remove/ })
		.first()
		.click();
	await page.getByRole("button", { name: "Undo" }).click();
	await page.getByText("$875.00").waitFor();
	expect(await readBasketCount(page)).toBe("6");
	await signUpAndOrder(page);
	expect(await readBasketCount(page)).toBe("");
	await page.goBack();
	await page.getByText("Your basket is empty.").waitFor();
	await page.goForward();
	await page.getByRole("form", { name: "Card payment" }).getByText("$875.00").waitFor();
	await payByCard(page, testCards.valid);
	await page.getByText(payment.doneAll).waitFor();
	await page.getByRole("heading", { name: "Thank you for your order" }).waitFor();
	await page.getByRole("link", { name: "Invoice" }).click();
	await page.getByRole("heading", { name: /^Invoice / }).waitFor();
	expect(await page.locator(".invoice tbody tr").count()).toBe(6);
	const states = await shop.db.select({ state: orders.state }).from(orders);
	expect(states).toEqual(Array(6).fill({ state: "paid" }));
});

test("without JavaScript, the shop shows messages above the heading and updates quantities with a button", async () => {
	const page = await browser.newPage({ width: 390, height: 844, javaScript: false });
	await page.goto("/tools");
	await page.getByRole("button", { name: `Add ${toolNames[0]} to basket` }).click();
	await page.getByText(`10 in your basket: ${toolNames[0]}`).waitFor();
	const getBottom = async (selector: string) => {
		const { y = 0, height = 0 } = (await page.locator(selector).boundingBox()) ?? {};
		return y + height;
	};
	expect(await getBottom(".toasts")).toBeLessThan(await getBottom("h1"));
	await page.getByRole("link", { name: "View basket" }).click();
	await page.getByLabel(/, Pieces$/).fill("20");
	await page.getByRole("button", { name: "Update" }).click();
	await page.getByText("$250.00").first().waitFor();
});

/** Opens the basket of a new account with 10 pieces of each of two tools. `firstQuantity` and `secondQuantity` are their quantity fields. */
async function openBasket(allowedProblems: RegExp[] = []) {
	const account = await createAccount(shop);
	const tools = [await createProduct(shop), await createProduct(shop)];
	for (const [index, { id: productId }] of tools.entries())
		await addBasketLine(shop, { userId: account.id, productId, addedAt: new Date(index + 1) });
	const page = await browser.newPage({ account, allowedProblems });
	await page.goto("/basket");
	await waitForHydration(page);
	const [firstQuantity, secondQuantity] = tools.map(({ name }) =>
		page.getByLabel(`${name}, Pieces`),
	);
	if (!firstQuantity || !secondQuantity) throw new Error("The basket has two lines.");
	return { page, firstQuantity, secondQuantity };
}

test("the checkout shows quantities that were typed just before it was opened", async () => {
	const { page, firstQuantity, secondQuantity } = await openBasket();
	const continueRequests = await delayRequests(page, /\/basket$/);
	await firstQuantity.fill("44");
	await secondQuantity.fill("36");
	await page.getByRole("link", { name: "Checkout" }).click();
	continueRequests();
	await page.waitForURL("/checkout");
	await page.getByText("44 pieces × $12.50").waitFor();
	await page.getByText("36 pieces × $12.50").waitFor();
});

test("the basket keeps a quantity that is typed while another quantity is being saved", async () => {
	const { page, firstQuantity, secondQuantity } = await openBasket();
	const continueRequests = await delayRequests(page, /\/basket$/);
	await firstQuantity.fill("44");
	await secondQuantity.fill("100");
	continueRequests();
	await expect
		.poll(() => firstQuantity.evaluate((field: HTMLInputElement) => field.defaultValue))
		.toBe("44");
	expect(await secondQuantity.inputValue()).toBe("100");
	await secondQuantity.press("Tab");
	await page.getByText("$1,800.00").waitFor();
});

test("setting the suggested quantity by keyboard keeps the focus on its line", async () => {
	const account = await createAccount(shop);
	const name = "Tool with a raised minimum";
	const tools = [await createProduct(shop), await createProduct(shop, { name, minimum: 30 })];
	for (const { id: productId } of tools)
		await addBasketLine(shop, { userId: account.id, productId });
	const page = await browser.newPage({ account });
	await page.goto("/basket");
	const button = page.getByRole("button", { name: "Set to 30" });
	await button.press("Enter");
	await button.waitFor({ state: "detached" });
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await expect.poll(() => page.locator(":focus").inputValue()).toBe("30");
});

test("the basket saves a quantity typed offline as soon as the network is back", async () => {
	const { page, firstQuantity } = await openBasket([/ERR_INTERNET_DISCONNECTED|Failed to fetch/]);
	await firstQuantity.fill("20");
	await firstQuantity.press("Tab");
	await page.getByText("$375.00").waitFor();
	await page.context().setOffline(true);
	await firstQuantity.fill("44");
	await firstQuantity.press("Tab");
	await page.getByText(offlineMessage).waitFor();
	expect(await firstQuantity.inputValue()).toBe("44");
	await page.context().setOffline(false);
	await page.getByText("$675.00").waitFor();
});

test("the checkout keeps the entered address until the order is placed, even while the basket is edited", async () => {
	const { page } = await openBasket();
	await page.getByRole("link", { name: "Checkout" }).click();
	await waitForHydration(page);
	await page.getByLabel("Location").fill("1 Bay Road\nDayton");
	await page.getByLabel("Phone", { exact: true }).fill("555 0100");
	await page.getByText("Ordering for a company?").click();
	await page.getByLabel("Purchase order number").fill("PO 7");
	await page.getByRole("link", { name: "Basket" }).last().click();
	await page.getByRole("link", { name: "Checkout" }).click();
	await waitForHydration(page);
	expect(await page.getByLabel("Location").inputValue()).toBe("1 Bay Road\nDayton");
	expect(await page.getByLabel("Purchase order number").inputValue()).toBe("PO 7");
	await page.reload();
	await waitForHydration(page);
	await page.getByRole("button", { name: "Confirm order" }).click();
	await page.getByText("your order is wait for payment").waitFor();
	await page.getByText("Purchase order number: PO 7").first().waitFor();
	// The payment page deletes the submitted form's values once its script has started.
	await expect.poll(() => readDrafts(page)).not.toContain("Dayton");
});

test("the checkout shows stock and price changes next to their lines and accepts them with one click", async () => {
	const account = await createAccount(shop);
	const scarce = await createProduct(shop);
	const pricier = await createProduct(shop);
	const line = { userId: account.id, quantity: 50 };
	await addBasketLine(shop, { ...line, productId: scarce.id, addedAt: new Date(1) });
	await addBasketLine(shop, { ...line, productId: pricier.id, addedAt: new Date(2) });
	const page = await browser.newPage({ account, allowedProblems: [/status of 409/] });
	await page.goto("/checkout");
	await waitForHydration(page);
	await page.getByLabel("Location").fill("1 Bay Road");
	await page.getByLabel("Phone", { exact: true }).fill("555 0100");
	await shop.db.update(products).set({ quantity: 20 }).where(eq(products.id, scarce.id));
	await shop.db.update(products).set({ priceCents: 1_300 }).where(eq(products.id, pricier.id));
	await page.getByRole("button", { name: "Confirm order" }).click();
	await page.getByText(errors.lines_rejected.message).waitFor();
	await page.getByText("Only 20 pieces in stock. You'll get 20 instead of 50.").waitFor();
	await page.getByText("The price has changed from $12.50 to $13.00 per piece.").waitFor();
	expect(await page.getByLabel("Location").inputValue()).toBe("1 Bay Road");
	await waitForHydration(page);
	await page.getByRole("button", { name: "Accept the changes and confirm" }).click();
	await page.getByText("your order is wait for payment").waitFor();
	const placedOrders = await shop.db.select().from(orders).where(eq(orders.userId, account.id));
	expect(placedOrders.map(({ quantity, toolPriceCents }) => [quantity, toolPriceCents])).toEqual([
		[20, 1_250],
		[50, 1_300],
	]);
});

test("a tool's page adds a quantity to the basket only if it can be ordered", async () => {
	const { id, name } = await createProduct(shop);
	const page = await browser.newPage();
	await page.goto(`/tools/${id}`);
	await page.waitForSelector("[data-buy-form=started]");
	await page.getByLabel("Quantity").fill("5");
	await page.getByRole("button", { name: "Add to basket" }).click();
	await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("buy-quantity");
	await page.getByLabel("Quantity").fill("30");
	await page.getByRole("button", { name: "Add to basket" }).click();
	await page.getByText(`30 in your basket: ${name}`).waitFor();
	expect(new URL(page.url()).pathname).toBe(`/tools/${id}`);
});

test("a checked quick order survives a visit to a tool's page until it is added to the basket", async () => {
	const page = await browser.newPage();
	await page.goto("/quick-order");
	await waitForHydration(page);
	await page.getByLabel("Lines").fill(`${toolNames[0]}\t3\n${toolNames[1]}\t20`);
	await page.getByRole("button", { name: "Check", exact: true }).click();
	await page.getByRole("button", { name: "Raise to 10" }).click();
	await page.getByText("2 of 2 lines can be ordered").waitFor();
	const keptLines = `${toolNames[0]}\t10\n${toolNames[1]}\t20`;
	await expect.poll(() => new URL(page.url()).searchParams.get("lines")).toBe(keptLines);
	await page.getByRole("link", { name: toolNames[0] ?? "" }).click();
	await page.waitForURL(/\/tools\//);
	await page.goBack();
	expect(await page.getByLabel("Lines").inputValue()).toBe(keptLines);
	await page.getByRole("button", { name: "Check", exact: true }).click();
	await page.getByRole("button", { name: "Add 2 tools to basket" }).click();
	await page.waitForURL("/basket");
	await page.goBack();
	expect(new URL(page.url()).search).toBe("");
});
