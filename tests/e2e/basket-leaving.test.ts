import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { basketLines } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { addBasketLine } from "../support/basket.ts";
import { delayRequests, startBrowser, waitForHydration } from "../support/browser.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

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
