import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tableSize } from "#contract/limits.ts";
import { orders } from "#worker/db/schema.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { addMany } from "../support/many.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => Promise.all([browser.close(), shop.stop()]));

let admin: TestAccount;
let shopper: TestAccount;

beforeAll(async () => {
	admin = await createAdmin(shop, { email: "zora@example.com" });
	shopper = await createAccount(shop, { email: "zack@example.com" });
	const { id: productId } = await createProduct(shop);
	await addMany(shop, { start: "Aa", count: tableSize + 5, productId, userId: shopper.id });
	await addMany(shop, { start: "Bb", count: tableSize + 5, productId });
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

/** Path, label of the search, what is typed, what the rows found begin with, what is listed. */
const tables = [
	["/dashbord/manageAllorders", "Starts with", "BB0", "bb0", "email", "orders"],
	["/dashbord/makeAdmin", "Email starts with", "BB0", "bb0", "email", "users"],
	["/dashbord/manageProducts", "Name starts with", "bb ", "Bb 0", "name", "products"],
	["/dashbord/manageReview", "Email starts with", "bb0", "bb0", "email", "reviews"],
] as const;

for (const javaScript of [true, false]) {
	test.each(tables)(
		`%s is paged and searched (JavaScript: ${javaScript})`,
		async (path, label, typed, found, key, of) => {
			const { page, count, address, follow } = await open(admin, path, javaScript);
			expect(await count()).toBe(tableSize);
			await follow("Next");
			await page.getByText("Page 2", { exact: true }).waitFor();
			expect([address(), await count()]).toEqual([`${path}?page=1`, tableSize]);
			await follow("Previous");
			await page.getByText("Page 1", { exact: true }).waitFor();
			expect(address()).toBe(path);
			await page.getByLabel(label).fill(typed);
			await page.getByRole("button", { name: "Search", exact: true }).click();
			await page.getByRole("link", { name: "Clear search" }).waitFor();
			expect(await count()).toBe(tableSize);
			await follow("Next");
			await page.getByText("Page 2", { exact: true }).waitFor();
			expect(new URL(page.url()).searchParams.get("search")).toBe(typed);
			expect(await count()).toBe(5);
			expect(await page.getByText(new RegExp(`^${found}`)).count()).toBeGreaterThanOrEqual(5);
			expect(await page.getByLabel(label).inputValue()).toBe(typed.trim());
			await page.getByLabel(label).fill("nowhere");
			await page.getByRole("button", { name: "Search", exact: true }).click();
			await page.getByText(`No ${key} starts with “nowhere”.`).waitFor();
			await follow(`Show all ${of}`);
			await page.getByText("Page 1", { exact: true }).waitFor();
			expect([address(), await page.getByLabel(label).inputValue()]).toEqual([path, ""]);
		},
	);
}

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

test("what is done to a row leads back to the same page of the same search", async () => {
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

test("a page behind the last one says so and leads back", async () => {
	const { page, address, follow } = await open(admin, "/dashbord/makeAdmin?page=40");
	await page.getByText("There are no users on page 41.").waitFor();
	await follow("Show all users");
	await page.getByText("Page 1", { exact: true }).waitFor();
	expect(address()).toBe("/dashbord/makeAdmin");
});

test("an address that makes no sense shows the first page", async () => {
	const { page, count } = await open(admin, "/dashbord/manageProducts?page=-1&by=x&page=x");
	await page.getByText("Page 1", { exact: true }).waitFor();
	expect(await count()).toBe(tableSize);
});

test("the orders of a shopper are paged, and their numbers go on", async () => {
	const { page, count, follow } = await open(shopper, "/dashbord/myorders");
	expect(await count()).toBe(tableSize);
	await follow("Next");
	await page.getByRole("cell", { name: String(tableSize + 1), exact: true }).waitFor();
	expect(await count()).toBe(5);
});
