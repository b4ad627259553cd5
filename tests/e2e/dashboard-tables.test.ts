import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tablePageSize } from "#contract/limits.ts";
import { orders } from "#worker/db/schema.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { addDashboardRows } from "../support/many-rows.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

let admin: TestAccount;
let shopper: TestAccount;

beforeAll(async () => {
	admin = await createAdmin(shop, { email: "zora@example.com" });
	shopper = await createAccount(shop, { email: "zack@example.com" });
	const { id: productId } = await createProduct(shop);
	await addDashboardRows(shop, {
		prefix: "Aa",
		count: tablePageSize + 5,
		productId,
		userId: shopper.id,
	});
	await addDashboardRows(shop, { prefix: "Bb", count: tablePageSize + 5, productId });
});

async function openTable(account: TestAccount, path: string) {
	const page = await browser.newPage({ account });
	await page.goto(path);
	const rows = page.getByRole("main").getByRole("row");
	/** Returns the number of rows below the row of headings. */
	const countRows = async () => (await rows.count()) - 1;
	const currentPath = () => page.url().slice(shop.url.length);
	const clickLink = (name: string) => page.getByRole("link", { name, exact: true }).click();
	return { page, countRows, currentPath, clickLink };
}

test("a table is paged and searched", async () => {
	const path = "/dashbord/manageAllorders";
	const { page, countRows, currentPath, clickLink } = await openTable(admin, path);
	const searchField = page.getByLabel("Search for");
	const searchButton = page.getByRole("button", { name: "Search", exact: true });
	expect(await countRows()).toBe(tablePageSize);
	await clickLink("Next");
	await page.getByText("Page 2", { exact: true }).waitFor();
	expect([currentPath(), await countRows()]).toEqual([`${path}?page=1`, tablePageSize]);
	await clickLink("Previous");
	await page.getByText("Page 1", { exact: true }).waitFor();
	expect(currentPath()).toBe(path);
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
	expect([currentPath(), await searchField.inputValue()]).toEqual([path, ""]);
});

/** Path, label of the search field, search text, start of the searched cell in each matching row, plural name of the rows. */
const tables = [
	["/dashbord/manageAllorders", "Search for", "BB0", "bb0", "orders"],
	["/dashbord/makeAdmin", "Email starts with", "BB0", "bb0", "users"],
	["/dashbord/manageProducts", "Name or part number", "B 0", "Bb 0", "products"],
	["/dashbord/manageReview", "Email starts with", "bb0", "bb0", "reviews"],
] as const;

test.each(tables)(
	"%s can be paged and searched",
	async (path, label, searchText, cellStart, rowsName) => {
		const readTable = async (query: Record<string, string> = {}) => {
			const response = await admin.fetch(`${path}?${new URLSearchParams(query)}`);
			const html = (await response.text()).replaceAll("<!-- -->", "");
			const rows = /<tbody.*<\/tbody>/s.exec(html)?.[0].match(/<tr\b.*?<\/tr>/gs) ?? [];
			return { html, rows, pager: /<nav aria-label="Pages of.*?<\/nav>/s.exec(html)?.[0] ?? "" };
		};
		const first = await readTable();
		expect(first.rows).toHaveLength(tablePageSize);
		expect(first.html).toMatch(new RegExp(`<label[^>]*>${label}</label>`));
		expect(first.pager).toMatch(/href="[^"]*\?page=1"[^>]*>Next</);
		expect((await readTable({ page: "1" })).rows).toHaveLength(tablePageSize);
		expect((await readTable({ search: searchText })).rows).toHaveLength(tablePageSize);
		const { html, rows, pager } = await readTable({ search: searchText, page: "1" });
		expect(rows).toHaveLength(5);
		for (const row of rows) expect(row).toContain(`>${cellStart}`);
		expect(pager).toContain(">Previous<");
		expect(pager).not.toContain(">Next<");
		expect(html).toContain(`name="search"`);
		expect(html).toMatch(new RegExp(`value="${searchText.trim()}"`));
		const emptyHtml = (await readTable({ search: "nowhere" })).html;
		expect(emptyHtml).toContain(`No ${rowsName} for “nowhere”.`);
		expect(emptyHtml).toContain(`>Show all ${rowsName}<`);
	},
);

test("orders can be searched by tool, order id and transaction id", async () => {
	const id = `aa${"0".repeat(20)}07`;
	await shop.db
		.update(orders)
		.set({ paidAt: new Date(), transactionId: "pi_3Found" })
		.where(eq(orders.id, id));
	const { page, countRows } = await openTable(
		admin,
		"/dashbord/manageAllorders?by=tool&search=A+00",
	);
	expect(await countRows()).toBe(10);
	for (const searchText of [id.toUpperCase(), "pi_3F"]) {
		await page.getByLabel("Search by").selectOption("Order or transaction ID");
		await page.getByLabel("Search for").fill(searchText);
		await page.getByRole("button", { name: "Search", exact: true }).click();
		await page.waitForURL((url) => url.searchParams.get("search") === searchText);
		await expect.poll(countRows).toBe(1);
		await page.getByRole("cell", { name: "aa007@example.com" }).waitFor();
		expect(await page.getByLabel("Search by").inputValue()).toBe("id");
	}
});

test("an action on a row returns to the same page of the same search", async () => {
	const path = "/dashbord/manageAllorders?by=email&search=bb&page=1";
	const { page, countRows, currentPath } = await openTable(admin, path);
	expect(await countRows()).toBe(5);
	const row = page.getByRole("row", { name: "bb029@example.com" });
	await row.getByRole("button", { name: "Delete" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
	await page.getByText("Delete Order successfully").waitFor();
	await expect.poll(countRows).toBe(4);
	expect(currentPath()).toBe(path);
});

test("a page number past the end shows an empty page with a link to the first page", async () => {
	const { page, currentPath, clickLink } = await openTable(admin, "/dashbord/makeAdmin?page=40");
	await page.getByText("There are no users on page 41.").waitFor();
	await clickLink("Show all users");
	await page.getByText("Page 1", { exact: true }).waitFor();
	expect(currentPath()).toBe("/dashbord/makeAdmin");
});

test("a URL with invalid parameters shows the first page", async () => {
	const { page, countRows } = await openTable(
		admin,
		"/dashbord/manageProducts?page=-1&by=x&page=x",
	);
	await page.getByText("Page 1", { exact: true }).waitFor();
	expect(await countRows()).toBe(tablePageSize);
});

test("the orders of a shopper are paged, with the number of pages", async () => {
	const { page, countRows, clickLink } = await openTable(shopper, "/dashbord/myorders");
	expect(await countRows()).toBe(tablePageSize);
	await page.getByText("Page 1 of 2").waitFor();
	await clickLink("Next");
	await page.getByText("Page 2 of 2").waitFor();
	expect(await countRows()).toBe(5);
});
