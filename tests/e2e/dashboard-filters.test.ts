import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { errors, fillMessage } from "#contract/errors.ts";
import { success } from "#contract/messages.ts";
import { createId } from "#worker/auth/tokens.ts";
import { products, reviews } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

async function open(path: string, javaScript = false) {
	const page = await browser.newPage({
		account: await createAdmin(shop),
		...{ javaScript, width: 390, allowedProblems: [/status of 409/] },
	});
	await page.goto(path);
	const search = async (label: string, option: string) => {
		await page.getByLabel(label, { exact: true }).selectOption(option);
		await page.getByRole("button", { name: "Search", exact: true }).click();
		await page.waitForLoadState();
	};
	/** @returns the texts of one column */
	const column = (header: string) => page.locator(`td[data-label="${header}"]`).allTextContents();
	const tools = () => page.locator('td[data-label="Tool name"] a').allTextContents();
	return { page, search, column, tools };
}

test("orders are filtered by state and sorted, without JavaScript", async () => {
	const { id: productId } = await createProduct(shop);
	const moment = (second: number) => new Date(1_000 * second);
	await addOrder(shop, { productId, toolName: "A", createdAt: moment(1) });
	await addOrder(shop, { productId, toolName: "B", createdAt: moment(2), paidAt: moment(9) });
	await addOrder(shop, { productId, toolName: "C", createdAt: moment(3), paidAt: moment(9) });
	const sent = { paidAt: moment(9), shippedAt: moment(9) };
	await addOrder(shop, { productId, toolName: "D", createdAt: moment(4), ...sent });
	const { search, column, tools } = await open("/dashbord/manageAllorders");
	expect(await tools()).toEqual(["D", "C", "B", "A"]);
	await search("State", "Unpaid");
	expect(await tools()).toEqual(["A"]);
	await search("State", "Paid, not shipped");
	expect(await tools()).toEqual(["C", "B"]);
	await search("Sort", "Oldest first");
	expect(await tools()).toEqual(["B", "C"]);
	const dated = expect.stringMatching(/^1 Jan 1970/);
	expect(await column("Date")).toEqual([dated, dated]);
	await search("State", "Shipped");
	expect(await tools()).toEqual(["D"]);
});

test("products are filtered and sorted, users by role", async () => {
	await createProduct(shop, { name: "Lift one", category: "lifting", priceCents: 300 });
	await createProduct(shop, {
		name: "Lift two",
		category: "lifting",
		priceCents: 200,
		quantity: 19,
	});
	await createProduct(shop, {
		name: "Lift three",
		category: "lifting",
		priceCents: 100,
		quantity: 9,
	});
	const { search, column, page } = await open("/dashbord/manageProducts?category=lifting");
	expect(await column("Name")).toHaveLength(3);
	await search("Sort", "Price, highest first");
	expect(await column("Name")).toEqual(["Lift one", "Lift two", "Lift three"]);
	await search("Sort", "Name");
	expect(await column("Name")).toEqual(["Lift one", "Lift three", "Lift two"]);
	await search("Stock", "Low or out");
	expect(await column("Name")).toEqual(["Lift three", "Lift two"]);
	await search("Stock", "Out of stock");
	expect(await column("Name")).toEqual(["Lift three"]);
	await createAccount(shop);
	await page.goto("/dashbord/makeAdmin?role=admin");
	expect(new Set(await column("Role"))).toEqual(new Set(["admin"]));
});

test("with script a filter is applied at once and keeps the focus, but Search by waits for the words", async () => {
	const { id: productId } = await createProduct(shop);
	await addOrder(shop, {
		productId,
		toolName: "Sought",
		createdAt: new Date(),
		paidAt: new Date(),
	});
	const { page } = await open("/dashbord/manageAllorders", true);
	const choose = (label: string, option: string) =>
		page.getByLabel(label, { exact: true }).selectOption(option);
	await page.waitForFunction(() => localStorage.getItem("accessToken") !== null);
	await choose("Search by", "Tool name");
	await page.getByLabel("State", { exact: true }).focus();
	await choose("State", "Unpaid");
	await page.waitForURL(/state=unpaid/);
	expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("state");
	await choose("State", "Paid, not shipped");
	await page.waitForURL(/state=paid/);
	await page.getByRole("link", { name: "Sought" }).waitFor();
	await page.goBack();
	await page.waitForURL(/state=unpaid/);
	await expect.poll(() => page.getByLabel("State", { exact: true }).inputValue()).toBe("unpaid");
});

test("a review is hidden and shown again from its row", async () => {
	const id = createId();
	const review = { id, review: "Rude.", ratings: "1", img: "/pictures/people/tom.svg" };
	await shop.db.insert(reviews).values({ ...review, name: "Rob", email: "rob@example.com" });
	const { page, search, column } = await open("/dashbord/manageReview");
	await page.getByRole("button", { name: "Hide the review of Rob" }).click();
	await page.getByText(success.reviewHidden).waitFor();
	await search("Shown", "Hidden");
	expect(await column("Name")).toEqual(["Rob"]);
	await page.getByRole("button", { name: "Show the review of Rob" }).click();
	await page.getByText(success.reviewShown).waitFor();
	const row = await shop.db.select().from(reviews).where(eq(reviews.id, id)).get();
	expect(row?.hiddenAt).toBeNull();
});

test.each([true, false])(
	"stock is set in its row; what was sold meanwhile is subtracted (JavaScript: %s)",
	async (javaScript) => {
		const { id, name } = await createProduct(shop, { name: `Row ${createId()}` });
		const { page } = await open(`/dashbord/manageProducts?search=${name}`, javaScript);
		const stock = async () =>
			(await shop.db.select().from(products).where(eq(products.id, id)).get())?.quantity;
		await page.getByLabel(`Pieces of ${name} in stock`).fill("120");
		await shop.db.update(products).set({ quantity: 95 }).where(eq(products.id, id));
		await page.getByRole("button", { name: `Save the stock of ${name}` }).click();
		await page
			.getByText(`${name}: 115 in stock. 5 sold while you were typing have been subtracted.`)
			.waitFor();
		expect(await stock()).toBe(115);
		await page.getByLabel(`Pieces of ${name} in stock`).fill("80");
		await shop.db.update(products).set({ editKey: "other" }).where(eq(products.id, id));
		await page.getByRole("button", { name: `Save the stock of ${name}` }).click();
		await page
			.getByText(fillMessage(errors.stock_changed.message, { name, quantity: 115 }))
			.waitFor();
		expect(await stock()).toBe(115);
	},
);
