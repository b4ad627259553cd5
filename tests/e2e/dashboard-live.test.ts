import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { errors, fillMessage } from "#contract/errors.ts";
import { refreshMaxMs } from "#contract/limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import { products } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { createCheckout } from "../support/checkout.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const checkout = createCheckout(shop, await createProduct(shop, { quantity: 1_000 }));
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

/** My Orders of a shopper who has one, under a clock that the test turns. */
async function openOrders({ hasTouch = false } = {}) {
	const account = await createAccount(shop);
	await checkout.placeOrder(account);
	const page = await browser.newPage({
		account,
		hasTouch,
		mockClock: true,
		allowedProblems: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/],
	});
	await page.goto("/dashbord/myorders");
	await page.getByRole("button", { name: "Cencel" }).waitFor();
	return { page, account };
}

const isLook = (url: string) => url.includes(".data?") && url.includes("_routes=");

/** Lets a minute pass, the longest pause, and waits for the page's look at its data. @returns the status that went over the wire */
async function look(page: Page): Promise<number> {
	const session = await page.context().newCDPSession(page);
	await session.send("Network.enable");
	const looks = new Set<string>();
	const status = new Promise<number>((resolve) => {
		session.on("Network.requestWillBeSent", ({ requestId, request }) => {
			if (isLook(request.url)) looks.add(requestId);
		});
		session.on("Network.responseReceivedExtraInfo", ({ requestId, statusCode }) => {
			if (looks.has(requestId)) resolve(statusCode);
		});
	});
	const finished = page.waitForEvent("requestfinished", (request) => isLook(request.url()));
	await page.clock.runFor(refreshMaxMs);
	await finished;
	return status;
}

test("a list refreshes automatically, and an unchanged one is a 304", async () => {
	const { page, account } = await openOrders();
	expect(await look(page)).toBe(200);
	expect(await look(page)).toBe(304);
	expect(await look(page)).toBe(304);
	await checkout.placeOrder(account);
	expect(await look(page)).toBe(200);
	await page.getByRole("button", { name: "Cencel" }).nth(1).waitFor();
});

test("nothing changes under an open dialog", async () => {
	const { page, account } = await openOrders();
	await page.getByRole("button", { name: "Cencel" }).click();
	await checkout.placeOrder(account);
	let looked = false;
	page.on("request", (request) => {
		looked ||= isLook(request.url());
	});
	await page.clock.runFor(20_000);
	expect(looked).toBe(false);
	await page.getByRole("dialog").getByRole("button", { name: "Go back" }).click();
	await look(page);
	await page.getByRole("button", { name: "Show", exact: true }).click();
	await page.getByRole("button", { name: "Cencel" }).nth(1).waitFor();
});

test("without a network the list stays as it is", async () => {
	const { page } = await openOrders();
	await page.context().setOffline(true);
	const failed = page.waitForEvent("requestfailed", (request) => isLook(request.url()));
	await page.clock.runFor(5_000);
	await failed;
	await page.context().setOffline(false);
	await look(page);
	expect(await page.getByRole("button", { name: "Cencel" }).isVisible()).toBe(true);
});

test("a user who was signed out elsewhere is sent to the login", async () => {
	const { page, account } = await openOrders();
	await page.waitForFunction(() => localStorage.getItem("accessToken"));
	await account.fetch("/auth/logout", { method: "POST" });
	await page.clock.runFor(5_000);
	await page.waitForURL("/login?from=%2Fdashbord%2Fmyorders");
});

const cencel = (page: Page) => page.getByRole("button", { name: "Cencel" });

/** What was ordered meanwhile is offered, and not a row has moved. */
async function expectHeld(page: Page, before: unknown) {
	await page.getByText("1 new").waitFor();
	expect(await cencel(page).count()).toBe(1);
	expect(await cencel(page).boundingBox()).toEqual(before);
}

test("no row moves under the pointer: new rows are offered, and appear when the pointer leaves", async () => {
	const { page, account } = await openOrders();
	await cencel(page).hover();
	const before = await cencel(page).boundingBox();
	await checkout.placeOrder(account);
	await look(page);
	await expectHeld(page, before);
	await page.mouse.move(1, 1);
	await cencel(page).nth(1).waitFor();
	expect(await page.getByText("1 new").count()).toBe(0);
});

test("no row moves while the focus is in the table, until Show is pressed", async () => {
	const { page, account } = await openOrders();
	await cencel(page).focus();
	const before = await cencel(page).boundingBox();
	await checkout.placeOrder(account);
	await look(page);
	await expectHeld(page, before);
	expect(await cencel(page).evaluate((button) => button === document.activeElement)).toBe(true);
	await page.getByRole("button", { name: "Show", exact: true }).click();
	await cencel(page).nth(1).waitFor();
	expect(await page.getByText("1 new").count()).toBe(0);
});

test("no row moves on a touch screen, until Show is pressed", async () => {
	const { page, account } = await openOrders({ hasTouch: true });
	const before = await cencel(page).boundingBox();
	await checkout.placeOrder(account);
	await look(page);
	await expectHeld(page, before);
	await page.getByRole("button", { name: "Show", exact: true }).tap();
	await cencel(page).nth(1).waitFor();
});

test("an own change is shown at once, with all new rows, under the pointer too", async () => {
	const { page, account } = await openOrders();
	await checkout.placeOrder(account);
	await cencel(page).click();
	await page.getByRole("dialog").getByRole("button", { name: "Cencel" }).click();
	await page.getByText("Delete Order successfully").waitFor();
	await expect.poll(() => cencel(page).count()).toBe(1);
	expect(await page.getByRole("button", { name: "Show", exact: true }).count()).toBe(0);
});

test("a half-typed stock stays when another admin changes the product, and the row reports it", async () => {
	const { id, name } = await createProduct(shop, { quantity: 40 });
	const page = await browser.newPage({ account: await createAdmin(shop), mockClock: true });
	await page.goto(`/dashbord/manageProducts?search=${name}`);
	const field = page.getByLabel(`Pieces of ${name} in stock`);
	await field.fill("12");
	const change = { quantity: 30, editKey: createId() };
	await shop.db.update(products).set(change).where(eq(products.id, id));
	await look(page);
	await page.getByText("This list has changed").waitFor();
	expect(await field.inputValue()).toBe("12");
	expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
	await page.getByRole("button", { name: "Show", exact: true }).click();
	await page.getByText("Edited elsewhere: now 30 in stock.").waitFor();
	expect(await field.inputValue()).toBe("12");
	await page.getByRole("button", { name: `Save the stock of ${name}` }).click();
	await page.getByText(`${name}: 12 in stock.`).waitFor();
	expect(await page.getByText("Edited elsewhere").count()).toBe(0);
	const row = await shop.db.select().from(products).where(eq(products.id, id)).get();
	expect(row?.quantity).toBe(12);
	await shop.db.update(products).set({ quantity: 9 }).where(eq(products.id, id));
	await look(page);
	await page.getByRole("button", { name: "Show", exact: true }).click();
	await expect.poll(() => field.inputValue()).toBe("9");
});

test("a stock refused because the product had changed can be saved once the new stock is shown", async () => {
	const { id, name } = await createProduct(shop, { quantity: 40 });
	const page = await browser.newPage({
		account: await createAdmin(shop),
		allowedProblems: [/status of 409/],
	});
	await page.goto(`/dashbord/manageProducts?search=${name}`);
	const field = page.getByLabel(`Pieces of ${name} in stock`);
	const save = page.getByRole("button", { name: `Save the stock of ${name}` });
	await field.fill("12");
	const change = { quantity: 30, editKey: createId() };
	await shop.db.update(products).set(change).where(eq(products.id, id));
	await save.click();
	await page.getByText(fillMessage(errors.stock_changed.message, { name, quantity: 30 })).waitFor();
	await page.getByText("Edited elsewhere: now 30 in stock.").waitFor();
	expect(await field.inputValue()).toBe("12");
	await save.click();
	await page.getByText(`${name}: 12 in stock.`).waitFor();
	expect(await page.getByText("Edited elsewhere").count()).toBe(0);
});
