import { inArray } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { createId } from "#worker/auth/tokens.ts";
import { auditLog, orders, products } from "#worker/db/schema.ts";
import { findAccessibilityProblems } from "../support/accessibility.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

/** Two paid orders and an unpaid one of one buyer, and the table that shows them alone. */
async function openOrders(javaScript: boolean) {
	const { id: productId } = await createProduct(shop);
	const email = `${createId()}@example.com`;
	const paidAt = new Date();
	for (const paid of [{ paidAt }, { paidAt }, {}]) {
		await addOrder(shop, {
			productId,
			email,
			toolName: "paidAt" in paid ? "Paid" : "Due",
			...paid,
		});
	}
	const options = {
		account: await createAdmin(shop),
		javaScript,
		allowedProblems: [/status of 409/],
	};
	const page = await browser.newPage(options);
	await page.goto(`/dashbord/manageAllorders?search=${email}`);
	const read = () =>
		shop.db
			.select()
			.from(orders)
			.where(inArray(orders.email, [email]));
	const shipped = async () => (await read()).filter(({ shippedAt }) => shippedAt).length;
	return { page, read, shipped, box: (name: RegExp) => page.getByRole("checkbox", { name }) };
}

async function confirm(page: Page, label: string) {
	await page.getByRole("button", { name: label, exact: true }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("button", { name: label, exact: true }).click();
}

test.each([true, false])(
	"selected orders are shipped, and those not paid are reported (JavaScript: %s)",
	async (javaScript) => {
		const { page, read, shipped, box } = await openOrders(javaScript);
		expect(await page.getByRole("button", { name: "Ship selected" }).count()).toBe(0);
		for (const each of await box(/^Select order/).all()) await each.check();
		await confirm(page, "Ship selected");
		const said = "2 orders shipped. 1 was not: it is not paid yet.";
		await page.getByRole("main").getByText(said).waitFor();
		expect(await shipped()).toBe(2);
		await expect.poll(() => page.getByRole("button", { name: "Deliverd" }).count()).toBe(2);
		const ids = (await read()).map(({ id }) => id);
		const lines = await shop.db.select().from(auditLog).where(inArray(auditLog.subjectId, ids));
		expect(lines.map(({ action }) => action)).toEqual(["order-shipped", "order-shipped"]);
		await box(/Due/).check();
		await confirm(page, "Delete selected");
		await page.getByText("1 order deleted.").waitFor();
		const states = (await read()).map(({ state }) => state).sort();
		expect(states).toEqual(["cancelled", "shipped", "shipped"]);
	},
	60_000,
);

test("rows are selected by keyboard, all at once, and cleared; the bulk bar is accessible", async () => {
	const { page, box } = await openOrders(true);
	const all = box(/^Select all/);
	const state = () =>
		all.evaluate((input: HTMLInputElement) => [input.checked, input.indeterminate]);
	await box(/Due/).focus();
	await page.keyboard.press("Space");
	await page.getByText("1 selected", { exact: true }).waitFor();
	await expect.poll(state).toEqual([false, true]);
	await page.keyboard.press("Enter");
	await all.focus();
	await page.keyboard.press("Space");
	await page.getByText("3 selected", { exact: true }).waitFor();
	await expect.poll(state).toEqual([true, false]);
	await page.getByRole("button", { name: "Ship selected" }).click();
	const dialog = page.getByRole("dialog", { name: "Are shure about shifting ?" });
	await dialog.getByText("3 orders:").waitFor();
	expect(await dialog.getByRole("listitem").count()).toBe(3);
	await dialog.getByRole("button", { name: "Go back" }).click();
	await page.getByRole("button", { name: "Clear", exact: true }).click();
	await expect.poll(() => page.getByRole("checkbox", { checked: true }).count()).toBe(0);
	await expect.poll(state).toEqual([false, false]);
	await box(/Due/).check();
	await page.getByText("1 selected", { exact: true }).waitFor();
	expect(await findAccessibilityProblems(page)).toEqual([]);
}, 60_000);

test("no rows, an action of another table and a shopper are refused", async () => {
	const [admin, shopper] = [await createAdmin(shop), await createAccount(shop)];
	const { id } = await createProduct(shop);
	const post = (who: typeof admin, ...fields: [string, string][]) =>
		who.fetch("/dashbord/manageProducts", { method: "POST", body: new URLSearchParams(fields) });
	const deletes: [string, string] = ["bulk", "deleteProduct"];
	const empty = await post(admin, deletes);
	expect([empty.status, await empty.text()]).toEqual([
		400,
		expect.stringContaining("Select at least one row first"),
	]);
	expect((await post(admin, ["bulk", "shipOrder"], ["ids", id])).status).toBe(400);
	expect((await post(shopper, deletes, ["ids", id])).status).toBe(302);
	const read = () =>
		shop.db
			.select()
			.from(products)
			.where(inArray(products.id, [id]))
			.get();
	expect((await read())?.deletedAt).toBeNull();
	expect((await post(admin, deletes, ["ids", id], ["ids", id])).status).toBe(303);
	expect((await read())?.deletedAt).not.toBeNull();
});
