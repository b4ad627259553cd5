import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { basketLines } from "#worker/db/schema.ts";
import { createAccount, type TestAccount } from "../support/accounts.ts";
import { addBasketLine } from "../support/basket.ts";
import { delayRequests, startBrowser, waitForHydration, waitForToken } from "../support/browser.ts";
import { isFocused } from "../support/keyboard.ts";
import { logIn } from "../support/log-in.ts";
import { validPassword } from "../support/passwords.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

async function logInInNewTab(page: Page, { email }: TestAccount): Promise<void> {
	const popup = page.waitForEvent("popup");
	await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
	const tab = await popup;
	await logIn(tab, email);
	// Until then, the first tab rejects forms, because the login page has removed the token of the ended session.
	await waitForToken(tab, email);
	await tab.close();
}

test("the basket saves a quantity that was typed just before another page is opened", async () => {
	const account = await createAccount(shop);
	const { id: productId } = await createProduct(shop);
	await addBasketLine(shop, { userId: account.id, productId });
	const page = await browser.newPage({ account });
	await page.goto("/basket");
	const continueRequests = await delayRequests(page, /\/basket$/);
	await page.getByLabel("Pieces").fill("30");
	await page.getByRole("link", { name: "Continue shopping" }).click();
	continueRequests();
	await page.waitForURL("/tools");
	const [line] = await shop.db.select().from(basketLines).where(eq(basketLines.userId, account.id));
	expect(line?.quantity).toBe(30);
});

test("two quantities that were typed after the session ended are saved after a login in another tab", async () => {
	const account = await createAccount(shop, { password: validPassword });
	const products = [await createProduct(shop), await createProduct(shop)];
	for (const { id: productId } of products)
		await addBasketLine(shop, { userId: account.id, productId });
	const page = await browser.newPage({ account, allowedProblems: [/status of 401/] });
	await page.goto("/basket");
	const [first, second] = products.map(({ name }) => page.getByLabel(`${name}, Pieces`));
	await page.context().clearCookies({ name: "session" });
	const continueRequests = await delayRequests(page, /\/basket$/);
	await first?.fill("30");
	await second?.fill("40");
	continueRequests();
	const message = page.getByText("Your session has ended, so your change wasn't saved.");
	await message.waitFor();
	await page.getByRole("link", { name: "Checkout" }).click();
	const continueButton = page.getByRole("button", { name: "Continue" });
	await expect.poll(() => isFocused(continueButton)).toBe(true);
	expect(await message.count()).toBe(1);
	await logInInNewTab(page, account);
	await continueButton.click();
	await message.waitFor({ state: "detached" });
	expect([await first?.inputValue(), await second?.inputValue()]).toEqual(["30", "40"]);
	const isOwn = eq(basketLines.userId, account.id);
	const readQuantities = async () =>
		(await shop.db.select().from(basketLines).where(isOwn)).map(({ quantity }) => quantity).sort();
	await expect.poll(readQuantities).toEqual([30, 40]);
});

test("a quantity and a removal after the session ended are both saved after a login in another tab", async () => {
	const account = await createAccount(shop, { password: validPassword });
	const [kept, removed] = [await createProduct(shop), await createProduct(shop)];
	for (const { id: productId } of [kept, removed])
		await addBasketLine(shop, { userId: account.id, productId });
	const page = await browser.newPage({ account, allowedProblems: [/status of 401/] });
	await page.goto("/basket");
	await page.context().clearCookies({ name: "session" });
	const quantity = page.getByLabel(`${kept.name}, Pieces`);
	await quantity.fill("30");
	await quantity.press("Tab");
	const continueButton = page.getByRole("button", { name: "Continue" });
	await continueButton.waitFor();
	const removeButton = page.getByRole("button", { name: `Remove ${removed.name}` });
	await removeButton.click();
	await page.getByRole("alert").locator("input[value=remove]").waitFor({ state: "attached" });
	await expect.poll(() => isFocused(continueButton)).toBe(true);
	await logInInNewTab(page, account);
	await continueButton.click();
	await removeButton.waitFor({ state: "detached" });
	const isOwn = eq(basketLines.userId, account.id);
	const lines = await shop.db.select().from(basketLines).where(isOwn);
	expect(lines).toMatchObject([{ productId: kept.id, quantity: 30 }]);
});

test("a tool that was added just before another page is opened is in the basket", async () => {
	const account = await createAccount(shop);
	const { id } = await createProduct(shop);
	const page = await browser.newPage({ account });
	await page.goto(`/tools/${id}`);
	const continueRequests = await delayRequests(page, /\/basket\/add$/);
	const request = page.waitForRequest(/\/basket\/add$/);
	await page.getByRole("button", { name: "Add to basket", exact: true }).click();
	await request;
	await page.getByRole("link", { name: "Tools", exact: true }).click();
	await page.waitForURL("/tools");
	continueRequests();
	const countLines = () => shop.db.$count(basketLines, eq(basketLines.userId, account.id));
	await expect.poll(countLines).toBe(1);
});

test("a tool that was added before the script that sends the form has loaded is in the basket, even if the visitor leaves", async () => {
	const account = await createAccount(shop);
	const { id } = await createProduct(shop);
	const page = await browser.newPage({ account, emptyCache: true });
	await page.goto(`/tools/${id}`);
	await waitForHydration(page);
	const continueRequests = await delayRequests(page, /\/send-form/);
	const request = page.waitForRequest(/\/send-form/);
	await page.getByRole("button", { name: "Add to basket", exact: true }).click();
	await request;
	await page.getByRole("link", { name: "Tools", exact: true }).click();
	await page.waitForURL("/tools");
	continueRequests();
	const readQuantities = async () =>
		(await shop.db.select().from(basketLines).where(eq(basketLines.userId, account.id))).map(
			({ quantity }) => quantity,
		);
	await expect.poll(readQuantities).toEqual([10]);
});
