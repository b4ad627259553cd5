import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tablePageSize } from "#contract/limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import { orders, products } from "#worker/db/schema.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { openHtml } from "../support/html-page.ts";
import { addDashboardRows, getRowEmail } from "../support/many-rows.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

let admin: TestAccount;

beforeAll(async () => {
	admin = await createAdmin(shop, { email: "zora@example.com" });
	const { id: productId } = await createProduct(shop);
	for (const prefix of ["Aa", "Bb"])
		await addDashboardRows(shop, { prefix, count: tablePageSize + 5, productId });
});

const findRows = (html: string) =>
	/<tbody.*<\/tbody>/s.exec(html)?.[0].match(/<tr\b.*?<\/tr>/gs) ?? [];

async function readColumn(path: string, header: string) {
	const html = await (await admin.fetch(path)).text();
	const cells = html.matchAll(new RegExp(`<td data-label="${header}"[^>]*>(.*?)</td>`, "gs"));
	return Array.from(cells, ([, cell = ""]) => cell.replaceAll(/<.*?>/gs, ""));
}

/** [path, label of the search field, search text, start of the matching cells, what the table calls its rows] */
const tables = [
	["/dashbord/manageAllorders", "Search orders", "BB0", "bb0", "orders"],
	["/dashbord/makeAdmin", "Email starts with", "BB0", "bb0", "users"],
	["/dashbord/manageProducts", "Name or part number", "B 0", "Bb 0", "products"],
	["/dashbord/manageReview", "Email starts with", "bb0", "bb0", "reviews"],
] as const;

test.each(tables)(
	"%s is paginated and searchable",
	async (path, label, searchText, cellStart, rowsName) => {
		const readTable = async (query: Record<string, string> = {}) => {
			const response = await admin.fetch(`${path}?${new URLSearchParams(query)}`);
			const html = (await response.text()).replaceAll("<!-- -->", "");
			const pager = /<nav aria-label="Pages of.*?<\/nav>/s.exec(html)?.[0] ?? "";
			return { html, rows: findRows(html), pager };
		};
		const firstPage = await readTable();
		expect(firstPage.rows).toHaveLength(tablePageSize);
		expect(firstPage.html).toMatch(new RegExp(`<label[^>]*>${label}</label>`));
		expect(firstPage.pager).toMatch(/href="[^"]*\?page=1"[^>]*>Next</);
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

test("orders can be searched by tool, order ID, and transaction ID", async () => {
	const id = `aa${"0".repeat(20)}07`;
	const payment = { paidAt: new Date(), transactionId: "pi_3Found" };
	await shop.db.update(orders).set(payment).where(eq(orders.id, id));
	const searchPage = await openHtml(shop, "/dashbord/manageAllorders?by=tool&search=A+000", admin);
	expect(findRows(searchPage.html)).toHaveLength(10);
	for (const searchText of [id.toUpperCase(), "pi_3F"]) {
		const resultsPage = await searchPage.press("Search", {
			"Search by": "Order or transaction ID",
			"Search orders": searchText,
		});
		expect(findRows(resultsPage.html)).toEqual([expect.stringContaining(getRowEmail("Aa", 7))]);
		expect(["Search by", "Search orders"].map(resultsPage.getFieldValue)).toEqual([
			"id",
			searchText,
		]);
	}
});

test("a page number past the end shows an empty page with a link to the first page", async () => {
	const page = await openHtml(shop, "/dashbord/makeAdmin?page=40", admin);
	expect(page.text).toContain("There are no users on page 41.");
	const firstPage = await page.follow("Show all users");
	expect([firstPage.path, findRows(firstPage.html).length]).toEqual([
		"/dashbord/makeAdmin",
		tablePageSize,
	]);
});

test("a URL with invalid parameters shows the first page", async () => {
	const path = "/dashbord/manageProducts?page=-1&by=x&page=x";
	const { html, text } = await openHtml(shop, path, admin);
	expect(text).toContain("Page 1");
	expect(findRows(html)).toHaveLength(tablePageSize);
});

test("tables can be filtered and sorted", async () => {
	const lifting = { category: "lifting" } as const;
	await createProduct(shop, { ...lifting, name: "Lift one", priceCents: 300 });
	await createProduct(shop, { ...lifting, name: "Lift two", priceCents: 200, quantity: 19 });
	await createProduct(shop, { ...lifting, name: "Lift three", priceCents: 100, quantity: 9 });
	const readNames = (query: string) =>
		readColumn(`/dashbord/manageProducts?category=lifting${query}`, "Name");
	expect(await readNames("")).toHaveLength(3);
	const pageHtml = await (await admin.fetch("/dashbord/manageProducts")).text();
	for (const option of [
		`<option value="dearest">Price, highest first<`,
		`<option value="name">Name<`,
		`<option value="low">Low or out<`,
		`<option value="out">Out of stock<`,
	]) {
		expect(pageHtml).toContain(option);
	}
	expect(await readNames("&sort=dearest")).toEqual(["Lift one", "Lift two", "Lift three"]);
	expect(await readNames("&sort=name")).toEqual(["Lift one", "Lift three", "Lift two"]);
	expect(await readNames("&sort=name&stock=low")).toEqual(["Lift three", "Lift two"]);
	expect(await readNames("&sort=name&stock=out")).toEqual(["Lift three"]);
	await createAccount(shop);
	const roles = await readColumn("/dashbord/makeAdmin?role=admin", "Role");
	expect(new Set(roles)).toEqual(new Set(["admin"]));
});

test("the Low stock page labels only a product without any pieces as out of stock", async () => {
	const name = `Scarce ${createId()}`;
	await createProduct(shop, { name, quantity: 0 });
	await createProduct(shop, { name, quantity: 9 });
	const labels = (
		await readColumn(`/dashbord/stock?search=${encodeURIComponent(name)}`, "In stock")
	)
		.map((cell) => cell.replace(/ in stock: history of .{31}/, " "))
		.sort();
	expect(labels).toEqual(["0 Out of stock", "9 Below minimum"]);
});

test("rejects a bulk action without rows, for another table, from a shopper, or that fails for every row", async () => {
	const shopper = await createAccount(shop);
	const { id } = await createProduct(shop);
	const post = (account: TestAccount, ...fields: [string, string][]) =>
		account.fetch("/dashbord/manageProducts", {
			method: "POST",
			body: new URLSearchParams(fields),
		});
	const deleteAction: [string, string] = ["bulk", "deleteProduct"];
	const noRowsResponse = await post(admin, deleteAction);
	expect([noRowsResponse.status, await noRowsResponse.text()]).toEqual([
		400,
		expect.stringContaining("Select at least one row first"),
	]);
	expect((await post(admin, ["bulk", "shipOrder"], ["ids", id])).status).toBe(400);
	expect((await post(shopper, deleteAction, ["ids", id])).status).toBe(302);
	const readProduct = () => shop.db.select().from(products).where(eq(products.id, id)).get();
	expect((await readProduct())?.deletedAt).toBeNull();
	expect((await post(admin, deleteAction, ["ids", id], ["ids", id])).status).toBe(303);
	expect((await readProduct())?.deletedAt).not.toBeNull();
	expect((await post(admin, deleteAction, ["ids", id])).status, "no row was deleted").toBe(409);
});
