import { eq } from "drizzle-orm";
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { errors, fillMessage } from "#contract/errors.ts";
import { refreshMaxMs } from "#contract/limits.ts";
import { success } from "#contract/messages.ts";
import { createId } from "#worker/auth/tokens.ts";
import { products } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser, waitForHydration, waitForToken } from "../support/browser.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { isFocused } from "../support/keyboard.ts";
import { createProduct } from "../support/products.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
const checkout = createCheckoutHelpers(shop, await createProduct(shop, { quantity: 1_000 }));
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const getCancelButton = (page: Page) => page.getByRole("button", { name: "Cencel" });

/** Opens My Orders with a mock clock for a shopper with one order. */
async function openMyOrders({ hasTouch = false } = {}) {
	const account = await createAccount(shop);
	await checkout.placeOrder(account);
	const page = await browser.newPage({
		account,
		hasTouch,
		mockClock: true,
		allowedProblems: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/],
	});
	const statuses = await recordRefreshStatuses(page);
	await page.goto("/dashbord/myorders");
	await getCancelButton(page).waitFor();
	return { page, account, statuses };
}

const isRefresh = (url: string) => url.includes(".data?") && url.includes("_routes=");

/** Advances the clock by the longest interval between refreshes and waits for the page to refresh its data. */
async function refresh(page: Page): Promise<void> {
	const finished = page.waitForEvent("requestfinished", (request) => isRefresh(request.url()));
	await page.clock.runFor(refreshMaxMs);
	await finished;
}

/**
 * Records the status of each refresh in an array. Reads it from the network, because Playwright reports the status of the cached response
 * for a 304.
 */
async function recordRefreshStatuses(page: Page): Promise<number[]> {
	const statuses: number[] = [];
	const refreshIds = new Set<string>();
	const session = await page.context().newCDPSession(page);
	await session.send("Network.enable");
	session.on("Network.requestWillBeSent", ({ requestId, request }) => {
		if (isRefresh(request.url)) refreshIds.add(requestId);
	});
	session.on("Network.responseReceivedExtraInfo", ({ requestId, statusCode }) => {
		if (refreshIds.has(requestId)) statuses.push(statusCode);
	});
	return statuses;
}

test("a draft note stays in its field until it is added, even if a colleague adds a note", async () => {
	const orderId = await checkout.placeOrder(await createAccount(shop));
	const page = await browser.newPage({ account: await createAdmin(shop), mockClock: true });
	await page.goto(`/dashbord/orders/${orderId}`);
	const field = page.getByRole("textbox", { name: "New note" });
	await waitForHydration(page);
	await field.fill("Call before delivery");
	const colleague = await createAdmin(shop);
	await colleague.fetch(
		`/orders/${orderId}/notes`,
		createJsonInit({ text: "Dock closes at five" }),
	);
	await refresh(page);
	await page.getByText("Dock closes at five").waitFor();
	expect(await field.inputValue()).toBe("Call before delivery");
	await page.getByRole("button", { name: "Add note" }).click();
	await page.getByRole("listitem").getByText("Call before delivery").first().waitFor();
	await expect.poll(() => field.inputValue()).toBe("");
});

test("a list refreshes automatically and receives a 304 if nothing changed", async () => {
	const { page, account, statuses } = await openMyOrders();
	// The page may refresh more often than these calls wait for, because the clock keeps running.
	const pollStatuses = (firstIndex: number) =>
		expect.poll(async () => {
			await page.clock.runFor(refreshMaxMs);
			return statuses.slice(firstIndex);
		});
	await pollStatuses(2).not.toEqual([]);
	const [firstStatus, ...laterStatuses] = statuses;
	expect(firstStatus).toBe(200);
	expect(new Set(laterStatuses)).toEqual(new Set([304]));
	const countBefore = statuses.length;
	await checkout.placeOrder(account);
	await pollStatuses(countBefore).toContain(200);
	await getCancelButton(page).nth(1).waitFor();
});

test("a list does not refresh while a dialog is open", async () => {
	const { page, account } = await openMyOrders();
	await getCancelButton(page).click();
	await checkout.placeOrder(account);
	let hasRefreshed = false;
	page.on("request", (request) => {
		hasRefreshed ||= isRefresh(request.url());
	});
	await page.clock.runFor(20_000);
	expect(hasRefreshed).toBe(false);
	await page.getByRole("dialog").getByRole("button", { name: "Go back" }).click();
	await refresh(page);
	await page.getByRole("button", { name: "Show", exact: true }).click();
	await getCancelButton(page).nth(1).waitFor();
});

test("a refresh that fails without a network leaves the list unchanged", async () => {
	const { page } = await openMyOrders();
	await page.context().setOffline(true);
	const failed = page.waitForEvent("requestfailed", (request) => isRefresh(request.url()));
	await page.clock.runFor(5_000);
	await failed;
	await page.context().setOffline(false);
	await refresh(page);
	expect(await getCancelButton(page).isVisible()).toBe(true);
});

test("a refresh redirects a user who has signed out in another browser to the login page", async () => {
	const { page, account } = await openMyOrders();
	await waitForToken(page);
	await account.fetch("/auth/logout", { method: "POST" });
	await page.clock.runFor(5_000);
	await page.waitForURL("/login?from=%2Fdashbord%2Fmyorders");
});

/** Expects that the page announces the new order, and that the row of the first order has not moved. */
async function expectRowInPlace(page: Page, boxBefore: unknown) {
	await page.getByText("1 new").waitFor();
	expect(await getCancelButton(page).count()).toBe(1);
	expect(await getCancelButton(page).boundingBox()).toEqual(boxBefore);
}

test("new rows are announced, but appear only after the pointer leaves the table", async () => {
	const { page, account } = await openMyOrders();
	await getCancelButton(page).hover();
	const boxBefore = await getCancelButton(page).boundingBox();
	await checkout.placeOrder(account);
	await refresh(page);
	await expectRowInPlace(page, boxBefore);
	await page.mouse.move(1, 1);
	await getCancelButton(page).nth(1).waitFor();
	expect(await page.getByText("1 new").count()).toBe(0);
});

test("while focus is in the table, new rows appear only after Show is pressed", async () => {
	const { page, account } = await openMyOrders();
	await getCancelButton(page).focus();
	const boxBefore = await getCancelButton(page).boundingBox();
	await checkout.placeOrder(account);
	await refresh(page);
	await expectRowInPlace(page, boxBefore);
	expect(await isFocused(getCancelButton(page))).toBe(true);
	await page.getByRole("button", { name: "Show", exact: true }).click();
	await getCancelButton(page).nth(1).waitFor();
	expect(await page.getByText("1 new").count()).toBe(0);
});

test("on a touch screen, new rows appear only after Show is pressed", async () => {
	const { page, account } = await openMyOrders({ hasTouch: true });
	const boxBefore = await getCancelButton(page).boundingBox();
	await checkout.placeOrder(account);
	await refresh(page);
	await expectRowInPlace(page, boxBefore);
	await page.getByRole("button", { name: "Show", exact: true }).tap();
	await getCancelButton(page).nth(1).waitFor();
});

test("on a phone, the notice of new rows covers neither the search nor the name in the first row", async () => {
	const shopper = await createAccount(shop);
	await checkout.placeOrder(shopper);
	const account = await createAdmin(shop);
	const page = await browser.newPage({ account, hasTouch: true, width: 390, mockClock: true });
	await page.goto("/dashbord/manageAllorders");
	await waitForHydration(page);
	await checkout.placeOrder(shopper);
	await refresh(page);
	await page.getByText("1 new").waitFor();
	const getBox = async (part: Locator) => {
		const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
		return { top: y, bottom: y + height };
	};
	const notice = await getBox(page.locator(".floating-box", { hasText: "1 new" }));
	const search = await getBox(page.getByRole("search").filter({ hasText: "Status" }));
	const name = await getBox(page.getByRole("table").getByRole("link").first());
	expect(notice.top).toBeGreaterThanOrEqual(search.bottom);
	expect(notice.bottom).toBeLessThanOrEqual(name.top);
});

test("a user's own change immediately shows all new rows, even under the pointer", async () => {
	const { page, account } = await openMyOrders();
	await checkout.placeOrder(account);
	await getCancelButton(page).click();
	await page.getByRole("dialog").getByRole("button", { name: "Cancel this order" }).click();
	await page.getByText("Delete Order successfully").waitFor();
	await expect.poll(() => getCancelButton(page).count()).toBe(1);
	expect(await page.getByRole("button", { name: "Show", exact: true }).count()).toBe(0);
});

test("a stock value being typed survives another admin's change, which the row reports", async () => {
	const { id, name } = await createProduct(shop, { quantity: 40 });
	const page = await browser.newPage({ account: await createAdmin(shop), mockClock: true });
	await page.goto(`/dashbord/manageProducts?search=${name}`);
	const field = page.getByLabel(`Pieces of ${name} in stock`);
	await field.fill("12");
	const change = { quantity: 30, editKey: createId() };
	await shop.db.update(products).set(change).where(eq(products.id, id));
	await refresh(page);
	await page.getByText("This list has changed").waitFor();
	expect(await field.inputValue()).toBe("12");
	expect(await isFocused(field)).toBe(true);
	await page.getByRole("button", { name: "Show", exact: true }).click();
	await page.getByText("Edited elsewhere: now 30 in stock.").waitFor();
	expect(await field.inputValue()).toBe("12");
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await page.getByText("1 change saved").waitFor();
	expect(await page.getByText("Edited elsewhere").count()).toBe(0);
	const row = await shop.db.select().from(products).where(eq(products.id, id)).get();
	expect(row?.quantity).toBe(12);
	await shop.db.update(products).set({ quantity: 9 }).where(eq(products.id, id));
	await refresh(page);
	await page.getByRole("button", { name: "Show", exact: true }).click();
	await expect.poll(() => field.inputValue()).toBe("9");
});

test("a product that another admin changed can be saved after the form shows its current stock", async () => {
	const { id, name } = await createProduct(shop, { quantity: 40 });
	const page = await browser.newPage({
		account: await createAdmin(shop),
		allowedProblems: [/status of 409/],
	});
	await page.goto(`/dashbord/updateproducts/${id}`);
	const save = page
		.getByRole("button", { name: "Update Product", exact: true })
		.and(page.locator(":not([aria-busy])"));
	await page.getByLabel("Quantity in stock").fill("12");
	const change = { quantity: 30, editKey: createId() };
	await shop.db.update(products).set(change).where(eq(products.id, id));
	await save.click();
	const changes = "stock 30 → 12";
	await page
		.getByText(fillMessage(errors.stock_changed.message, { name, quantity: 30, changes }))
		.waitFor();
	await save.click();
	await page.getByText(success.productUpdated).waitFor();
	const row = await shop.db.select().from(products).where(eq(products.id, id)).get();
	expect(row?.quantity).toBe(12);
});
