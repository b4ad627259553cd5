import { inArray } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { orderNumber } from "#contract/shop.ts";
import { createId } from "#worker/auth/tokens.ts";
import { auditLog, orders } from "#worker/db/schema.ts";
import { findAccessibilityProblems } from "../support/accessibility.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { tabTo } from "../support/keyboard.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

/** Adds two paid orders and one unpaid order with the same email, and opens the table filtered by this email. */
async function openOrders(windowSize = {}) {
	const { id: productId } = await createProduct(shop);
	const email = `${createId()}@example.com`;
	const paidAt = new Date();
	// An order of a deleted account would lose its email when it is canceled.
	const { id: userId } = await createAccount(shop);
	for (const payment of [{ paidAt }, { paidAt }, {}]) {
		await addOrder(shop, {
			productId,
			userId,
			email,
			toolName: "paidAt" in payment ? "Paid" : "Due",
			...payment,
		});
	}
	const options = {
		account: await createAdmin(shop),
		...windowSize,
		allowedProblems: [/status of 409/],
	};
	const page = await browser.newPage(options);
	await page.goto(`/dashbord/manageAllorders?search=${email}`);
	const readOrders = () =>
		shop.db
			.select()
			.from(orders)
			.where(inArray(orders.email, [email]));
	const countShipped = async () => (await readOrders()).filter(({ shippedAt }) => shippedAt).length;
	const getCheckbox = (name: RegExp) => page.getByRole("checkbox", { name });
	return { page, readOrders, countShipped, getCheckbox };
}

async function pressAndConfirm(page: Page, label: string) {
	await page.getByRole("button", { name: label, exact: true }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("button", { name: label, exact: true }).click();
}

test("Ship selected ships the paid orders and reports the unpaid one", async () => {
	const { page, readOrders, countShipped, getCheckbox } = await openOrders();
	expect(await page.getByRole("button", { name: "Ship selected" }).count()).toBe(0);
	for (const checkbox of await getCheckbox(/^Select order/).all()) await checkbox.check();
	await pressAndConfirm(page, "Ship selected");
	const report = "2 orders shipped. 1 skipped: it is not paid yet.";
	await page.getByRole("main").getByText(report).waitFor();
	expect(await countShipped()).toBe(2);
	await expect.poll(() => page.getByRole("button", { name: "Deliverd" }).count()).toBe(2);
	const ids = (await readOrders()).map(({ id }) => id);
	const auditEntries = await shop.db
		.select()
		.from(auditLog)
		.where(inArray(auditLog.subjectId, ids));
	expect(auditEntries.map(({ action }) => action)).toEqual(["order-shipped", "order-shipped"]);
	await getCheckbox(/Due/).check();
	await pressAndConfirm(page, "Delete selected");
	await page.getByText("1 order deleted.").waitFor();
	const states = (await readOrders()).map(({ state }) => state).sort();
	expect(states).toEqual(["cancelled", "shipped", "shipped"]);
}, 60_000);

test("on a phone, a bulk action lists the order numbers in its dialog and shows the rejection within the viewport", async () => {
	const size = { width: 390, height: 600 };
	const { page, readOrders, getCheckbox } = await openOrders(size);
	const paidOrders = (await readOrders()).filter(({ paidAt }) => paidAt);
	for (const { id } of paidOrders) await getCheckbox(new RegExp(orderNumber(id))).check();
	await page.getByRole("button", { name: "Select all" }).click();
	await page.getByText("3 selected", { exact: true }).waitFor();
	await getCheckbox(/Due/).uncheck();
	await page.getByRole("button", { name: "Delete selected" }).click();
	const dialog = page.getByRole("dialog");
	for (const { id } of paidOrders) await dialog.getByText(orderNumber(id)).waitFor();
	await dialog.getByRole("button", { name: "Delete selected" }).click();
	const report = page.getByText("No orders deleted. 2 skipped: they are paid.");
	await report.waitFor();
	const box = await report.boundingBox();
	expect(box?.y).toBeGreaterThan(0);
	expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height);
});

test("bulk selection works with the keyboard, and its action bar is accessible", async () => {
	const { page, getCheckbox } = await openOrders();
	const selectAll = getCheckbox(/^Select all/);
	const readSelectAllState = () =>
		selectAll.evaluate((input: HTMLInputElement) => [input.checked, input.indeterminate]);
	await getCheckbox(/Due/).focus();
	await page.keyboard.press("Space");
	await page.getByText("1 selected", { exact: true }).waitFor();
	await expect.poll(readSelectAllState).toEqual([false, true]);
	await page.keyboard.press("Enter");
	await selectAll.focus();
	await page.keyboard.press("Space");
	await page.getByText("3 selected", { exact: true }).waitFor();
	await expect.poll(readSelectAllState).toEqual([true, false]);
	await page.getByRole("button", { name: "Ship selected" }).click();
	const dialog = page.getByRole("dialog", { name: "Are shure about shifting ?" });
	await dialog.getByText("3 orders:").waitFor();
	expect(await dialog.getByRole("listitem").count()).toBe(3);
	await dialog.getByRole("button", { name: "Go back" }).click();
	await page.getByRole("button", { name: "Clear", exact: true }).click();
	await expect.poll(() => page.getByRole("checkbox", { checked: true }).count()).toBe(0);
	await expect.poll(readSelectAllState).toEqual([false, false]);
	await getCheckbox(/Due/).check();
	await page.getByText("1 selected", { exact: true }).waitFor();
	// In a smaller viewport, the bar covers parts of rows, and axe reports their targets as too small.
	expect(await findAccessibilityProblems(page, { height: 2_000 })).toEqual([]);
}, 60_000);

test("the bulk action bar does not cover the focused control at any viewport size", async () => {
	const { page, getCheckbox } = await openOrders({ width: 390, height: 700 });
	await tabTo(page, getCheckbox(/Due/));
	await page.keyboard.press("Space");
	await page.getByText("1 selected", { exact: true }).waitFor();
	const controls = page.locator("tbody").locator(":is(a, button, input):visible");
	for (const size of [
		{ width: 390, height: 700 },
		{ width: 320, height: 256 },
		{ width: 800, height: 600 },
	]) {
		await page.setViewportSize(size);
		await controls.first().focus();
		expect(await controls.count()).toBeGreaterThanOrEqual(9);
		for (const control of await controls.all()) await tabTo(page, control);
	}
}, 60_000);
