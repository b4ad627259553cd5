import { afterAll, expect, test } from "vitest";
import { tablePageSize } from "#contract/limits.ts";
import { orderStateLabels } from "#contract/order-states.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { startBrowser, waitForToken } from "../support/browser.ts";
import { addDashboardRows, getRowEmail } from "../support/many-rows.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const admin = await createAdmin(shop, { email: "zora@example.com" });
const shopper = await createAccount(shop, { email: "zack@example.com" });
const product = await createProduct(shop);
const rowOptions = { count: tablePageSize + 5, productId: product.id };
await addDashboardRows(shop, { ...rowOptions, prefix: "Aa", userId: shopper.id });
await addDashboardRows(shop, { ...rowOptions, prefix: "Bb" });

async function openTable(account: TestAccount, path: string) {
	const page = await browser.newPage({ account });
	await page.goto(path);
	const rows = page.getByRole("main").getByRole("row");
	/** Counts the rows below the headings. */
	const countRows = async () => (await rows.count()) - 1;
	const getCurrentPath = () => page.url().slice(shop.url.length);
	const clickLink = (name: string) => page.getByRole("link", { name, exact: true }).click();
	return { page, countRows, getCurrentPath, clickLink };
}

test("the orders table can be paged and searched", async () => {
	const path = "/dashbord/manageAllorders";
	const { page, countRows, getCurrentPath, clickLink } = await openTable(admin, path);
	const searchField = page.getByLabel("Search orders");
	const searchButton = page.getByRole("button", { name: "Search", exact: true });
	expect(await countRows()).toBe(tablePageSize);
	await clickLink("Next");
	await page.getByText("Page 2", { exact: true }).waitFor();
	expect([getCurrentPath(), await countRows()]).toEqual([`${path}?page=1`, tablePageSize]);
	await clickLink("Previous");
	await page.getByText("Page 1", { exact: true }).waitFor();
	expect(getCurrentPath()).toBe(path);
	await searchField.fill("BB0");
	await searchButton.click();
	await page.getByRole("link", { name: "Clear search" }).waitFor();
	expect(await countRows()).toBe(tablePageSize);
	await clickLink("Next");
	await page.getByText("Page 2", { exact: true }).waitFor();
	expect(new URL(page.url()).searchParams.get("search")).toBe("BB0");
	expect(await countRows()).toBe(5);
	expect(await page.getByText(/^bb0/).count()).toBeGreaterThanOrEqual(5);
	expect(await searchField.inputValue()).toBe("BB0");
	await searchField.fill("nowhere");
	await searchButton.click();
	await page.getByText("No orders for “nowhere”.").waitFor();
	await clickLink("Show all orders");
	await page.getByText("Page 1", { exact: true }).waitFor();
	expect([getCurrentPath(), await searchField.inputValue()]).toEqual([path, ""]);
});

test("an action on a row keeps the page and the search", async () => {
	const path = "/dashbord/manageAllorders?by=email&search=bb&page=1";
	const { page, countRows, getCurrentPath } = await openTable(admin, path);
	expect(await countRows()).toBe(5);
	const row = page.getByRole("row", { name: getRowEmail("Bb", tablePageSize + 4) });
	await row.getByRole("button", { name: "Delete" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
	await page.getByText("Delete Order successfully").waitFor();
	await expect.poll(countRows).toBe(4);
	expect(getCurrentPath()).toBe(path);
});

test("My Orders shows the page number and the number of pages", async () => {
	const { page, countRows, clickLink } = await openTable(shopper, "/dashbord/myorders");
	expect(await countRows()).toBe(tablePageSize);
	await page.getByText("Page 1 of 2").waitFor();
	await clickLink("Next");
	await page.getByText("Page 2 of 2").waitFor();
	expect(await countRows()).toBe(5);
});

test("a filter applies immediately and keeps focus, but “Search by” alone does not start a search", async () => {
	await addOrder(shop, {
		productId: product.id,
		toolName: "Lever",
		createdAt: new Date(),
		paidAt: new Date(),
	});
	const { page } = await openTable(admin, "/dashbord/manageAllorders");
	const selectFilter = (label: string, option: string) =>
		page.getByLabel(label, { exact: true }).selectOption(option);
	await waitForToken(page);
	await selectFilter("Search by", "Tool name contains");
	await page.getByLabel("Status", { exact: true }).focus();
	await selectFilter("Status", orderStateLabels.unpaid);
	await page.waitForURL(/state=unpaid/);
	expect(new URL(page.url()).searchParams.get("by")).toBe("tool");
	expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("state");
	await selectFilter("Status", orderStateLabels.paid);
	await page.waitForURL(/state=paid/);
	await page.getByRole("link", { name: "Lever" }).waitFor();
	await page.goBack();
	await page.waitForURL(/state=unpaid/);
	await expect.poll(() => page.getByLabel("Status", { exact: true }).inputValue()).toBe("unpaid");
	await page.goBack();
	await page.waitForURL("/dashbord/manageAllorders");
});

test("on a phone, a filter is as wide as its chosen option", async () => {
	const page = await browser.newPage({ account: admin, width: 390, height: 844 });
	for (const [path, label] of [
		["/dashbord/manageAllorders?state=refunded", "Status"],
		["/dashbord/audit?action=subscriber-removed", "Action"],
	] as const) {
		await page.goto(path);
		const select = page.getByLabel(label, { exact: true });
		expect(await select.inputValue()).not.toBe("");
		const missingPixels = await select.evaluate((field) => {
			if (!(field instanceof HTMLSelectElement)) throw new Error("The filter is no select.");
			const [option] = field.selectedOptions;
			const copy = document.createElement("select");
			copy.className = field.className;
			copy.style.width = "max-content";
			copy.add(new Option(option?.text ?? ""));
			document.body.appendChild(copy);
			return copy.offsetWidth - field.offsetWidth;
		});
		expect(missingPixels, path).toBeLessThanOrEqual(0);
	}
});
