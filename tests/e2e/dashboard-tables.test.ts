import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tablePageSize } from "#contract/limits.ts";
import { orders } from "#worker/db/schema.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { addManyRows } from "../support/many-rows.ts";
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
	await addManyRows(shop, {
		prefix: "Aa",
		count: tablePageSize + 5,
		productId,
		userId: shopper.id,
	});
	await addManyRows(shop, { prefix: "Bb", count: tablePageSize + 5, productId });
});

async function open(account: TestAccount, path: string, javaScript = true) {
	const page = await browser.newPage({ account, javaScript });
	await page.goto(path);
	const rows = page.getByRole("main").getByRole("row");
	/** Without the head. */
	const count = async () => (await rows.count()) - 1;
	const address = () => page.url().slice(shop.url.length);
	const follow = (name: string) => page.getByRole("link", { name, exact: true }).click();
	return { page, count, address, follow };
}

test.each([true, false])("a table is paged and searched (JavaScript: %s)", async (javaScript) => {
	const path = "/dashbord/manageAllorders";
	const { page, count, address, follow } = await open(admin, path, javaScript);
	const search = page.getByLabel("Starts with");
	const send = page.getByRole("button", { name: "Search", exact: true });
	expect(await count()).toBe(tablePageSize);
	await follow("Next");
	await page.getByText("Page 2", { exact: true }).waitFor();
	expect([address(), await count()]).toEqual([`${path}?page=1`, tablePageSize]);
	await follow("Previous");
	await page.getByText("Page 1", { exact: true }).waitFor();
	expect(address()).toBe(path);
	await search.fill("BB0");
	await send.click();
	await page.getByRole("link", { name: "Clear search" }).waitFor();
	expect(await count()).toBe(tablePageSize);
	await follow("Next");
	await page.getByText("Page 2", { exact: true }).waitFor();
	expect(new URL(page.url()).searchParams.get("search")).toBe("BB0");
	expect(await count()).toBe(5);
	expect(await page.getByText(/^bb0/).count()).toBeGreaterThanOrEqual(5);
	expect(await search.inputValue()).toBe("BB0");
	await search.fill("nowhere");
	await send.click();
	await page.getByText("No email starts with “nowhere”.").waitFor();
	await follow("Show all orders");
	await page.getByText("Page 1", { exact: true }).waitFor();
	expect([address(), await search.inputValue()]).toEqual([path, ""]);
});

/** Path, label of the search, what is typed, what the rows found begin with, which column that is, what is listed. */
const tables = [
	["/dashbord/manageAllorders", "Starts with", "BB0", "bb0", "email", "orders"],
	["/dashbord/makeAdmin", "Email starts with", "BB0", "bb0", "email", "users"],
	["/dashbord/manageProducts", "Name starts with", "bb ", "Bb 0", "name", "products"],
	["/dashbord/manageReview", "Email starts with", "bb0", "bb0", "email", "reviews"],
] as const;

test.each(tables)(
	"%s shows the rows of a page and of a search",
	async (path, label, typed, found, column, listed) => {
		const read = async (query: Record<string, string> = {}) => {
			const response = await admin.fetch(`${path}?${new URLSearchParams(query)}`);
			const html = (await response.text()).replaceAll("<!-- -->", "");
			const rows = /<tbody.*<\/tbody>/s.exec(html)?.[0].match(/<tr\b.*?<\/tr>/gs) ?? [];
			return { html, rows, pages: /<nav aria-label="Pages of.*?<\/nav>/s.exec(html)?.[0] ?? "" };
		};
		const first = await read();
		expect(first.rows).toHaveLength(tablePageSize);
		expect(first.html).toMatch(new RegExp(`<label[^>]*>${label}</label>`));
		expect(first.pages).toMatch(/href="[^"]*\?page=1"[^>]*>Next</);
		expect((await read({ page: "1" })).rows).toHaveLength(tablePageSize);
		expect((await read({ search: typed })).rows).toHaveLength(tablePageSize);
		const { html, rows, pages } = await read({ search: typed, page: "1" });
		expect(rows).toHaveLength(5);
		for (const row of rows) expect(row).toContain(`>${found}`);
		expect(pages).toContain(">Previous<");
		expect(pages).not.toContain(">Next<");
		expect(html).toContain(`name="search"`);
		expect(html).toMatch(new RegExp(`value="${typed.trim()}"`));
		const none = (await read({ search: "nowhere" })).html;
		expect(none).toContain(`No ${column} starts with “nowhere”.`);
		expect(none).toContain(`>Show all ${listed}<`);
	},
);

test("orders are found by tool, by their id and by their transaction, the newest of a tool first", async () => {
	const id = `aa${"0".repeat(20)}07`;
	await shop.db
		.update(orders)
		.set({ paidAt: new Date(), transactionId: "pi_3Found" })
		.where(eq(orders.id, id));
	const { page, count } = await open(admin, "/dashbord/manageAllorders?by=tool&search=AA+00");
	expect(await count()).toBe(10);
	for (const typed of [id.toUpperCase(), "pi_3F"]) {
		await page.getByLabel("Search by").selectOption("Order or transaction id");
		await page.getByLabel("Starts with").fill(typed);
		await page.getByRole("button", { name: "Search", exact: true }).click();
		await page.waitForURL((url) => url.searchParams.get("search") === typed);
		await expect.poll(count).toBe(1);
		await page.getByRole("cell", { name: "aa007@example.com" }).waitFor();
		expect(await page.getByLabel("Search by").inputValue()).toBe("id");
	}
});

test("an action on a row leads back to the same page of the same search", async () => {
	const path = "/dashbord/manageAllorders?by=email&search=bb&page=1";
	const { page, count, address } = await open(admin, path);
	expect(await count()).toBe(5);
	const row = page.getByRole("row", { name: "bb029@example.com" });
	await row.getByRole("button", { name: "Delete" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
	await page.getByText("Delete Order successfully").waitFor();
	await expect.poll(count).toBe(4);
	expect(address()).toBe(path);
});

test("a page after the last one says that it is empty, and leads back", async () => {
	const { page, address, follow } = await open(admin, "/dashbord/makeAdmin?page=40");
	await page.getByText("There are no users on page 41.").waitFor();
	await follow("Show all users");
	await page.getByText("Page 1", { exact: true }).waitFor();
	expect(address()).toBe("/dashbord/makeAdmin");
});

test("a URL with invalid parameters shows the first page", async () => {
	const { page, count } = await open(admin, "/dashbord/manageProducts?page=-1&by=x&page=x");
	await page.getByText("Page 1", { exact: true }).waitFor();
	expect(await count()).toBe(tablePageSize);
});

test("the orders of a shopper are paged and numbered across pages", async () => {
	const { page, count, follow } = await open(shopper, "/dashbord/myorders");
	expect(await count()).toBe(tablePageSize);
	await follow("Next");
	await page.getByRole("cell", { name: String(tablePageSize + 1), exact: true }).waitFor();
	expect(await count()).toBe(5);
});
