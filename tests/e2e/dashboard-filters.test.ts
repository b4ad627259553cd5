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

async function openAsAdmin(path: string, javaScript = false) {
	const page = await browser.newPage({
		account: await createAdmin(shop),
		javaScript,
		width: 390,
		allowedProblems: [/status of 409/],
	});
	await page.goto(path);
	const applyFilter = async (label: string, option: string) => {
		await page.getByLabel(label, { exact: true }).selectOption(option);
		await page.getByRole("button", { name: "Search", exact: true }).click();
		await page.waitForLoadState();
	};
	const columnTexts = (header: string) =>
		page.locator(`td[data-label="${header}"]`).allTextContents();
	const toolNames = () => page.locator('td[data-label="Tool name"] a').allTextContents();
	return { page, applyFilter, columnTexts, toolNames };
}

test("orders are filtered by state and sorted, without JavaScript", async () => {
	const { id: productId } = await createProduct(shop);
	const dateAtSecond = (second: number) => new Date(1_000 * second);
	await addOrder(shop, { productId, toolName: "A", createdAt: dateAtSecond(1) });
	await addOrder(shop, {
		productId,
		toolName: "B",
		createdAt: dateAtSecond(2),
		paidAt: dateAtSecond(9),
	});
	await addOrder(shop, {
		productId,
		toolName: "C",
		createdAt: dateAtSecond(3),
		paidAt: dateAtSecond(9),
	});
	const shipped = { paidAt: dateAtSecond(9), shippedAt: dateAtSecond(9) };
	await addOrder(shop, { productId, toolName: "D", createdAt: dateAtSecond(4), ...shipped });
	const { applyFilter, columnTexts, toolNames } = await openAsAdmin("/dashbord/manageAllorders");
	expect(await toolNames()).toEqual(["D", "C", "B", "A"]);
	await applyFilter("State", "Unpaid");
	expect(await toolNames()).toEqual(["A"]);
	await applyFilter("State", "Paid, not shipped");
	expect(await toolNames()).toEqual(["C", "B"]);
	await applyFilter("Sort", "Oldest first");
	expect(await toolNames()).toEqual(["B", "C"]);
	const dayInJanuary = expect.stringMatching(/^Jan 1, 1970/);
	expect(await columnTexts("Date")).toEqual([dayInJanuary, dayInJanuary]);
	await applyFilter("State", "Shipped");
	expect(await toolNames()).toEqual(["D"]);
});

test("products are filtered and sorted, and users filtered by role", async () => {
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
	const admin = await createAdmin(shop);
	const readColumn = async (path: string, header: string) => {
		const html = await (await admin.fetch(path)).text();
		const cells = html.matchAll(new RegExp(`<td data-label="${header}"[^>]*>(.*?)</td>`, "gs"));
		return Array.from(cells, ([, cell = ""]) => cell.replaceAll(/<.*?>/gs, ""));
	};
	const readNames = (query: string) =>
		readColumn(`/dashbord/manageProducts?category=lifting${query}`, "Name");
	expect(await readNames("")).toHaveLength(3);
	const form = await (await admin.fetch("/dashbord/manageProducts")).text();
	for (const option of [
		`<option value="dearest">Price, highest first<`,
		`<option value="name">Name<`,
		`<option value="low">Low or out<`,
		`<option value="out">Out of stock<`,
	]) {
		expect(form).toContain(option);
	}
	expect(await readNames("&sort=dearest")).toEqual(["Lift one", "Lift two", "Lift three"]);
	expect(await readNames("&sort=name")).toEqual(["Lift one", "Lift three", "Lift two"]);
	expect(await readNames("&sort=name&stock=low")).toEqual(["Lift three", "Lift two"]);
	expect(await readNames("&sort=name&stock=out")).toEqual(["Lift three"]);
	await createAccount(shop);
	const roles = await readColumn("/dashbord/makeAdmin?role=admin", "Role");
	expect(new Set(roles)).toEqual(new Set(["admin"]));
});

test("with JavaScript a filter applies immediately and keeps the focus, but changing “Search by” alone does not start a search", async () => {
	const { id: productId } = await createProduct(shop);
	await addOrder(shop, {
		productId,
		toolName: "Lever",
		createdAt: new Date(),
		paidAt: new Date(),
	});
	const { page } = await openAsAdmin("/dashbord/manageAllorders", true);
	const selectFilter = (label: string, option: string) =>
		page.getByLabel(label, { exact: true }).selectOption(option);
	await page.waitForFunction(() => localStorage.getItem("accessToken") !== null);
	await selectFilter("Search by", "Tool name contains");
	await page.getByLabel("State", { exact: true }).focus();
	await selectFilter("State", "Unpaid");
	await page.waitForURL(/state=unpaid/);
	expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("state");
	await selectFilter("State", "Paid, not shipped");
	await page.waitForURL(/state=paid/);
	await page.getByRole("link", { name: "Lever" }).waitFor();
	await page.goBack();
	await page.waitForURL(/state=unpaid/);
	await expect.poll(() => page.getByLabel("State", { exact: true }).inputValue()).toBe("unpaid");
	await page.goBack();
	await page.waitForURL("/dashbord/manageAllorders");
});

test("an admin hides a review and shows it again from its row", async () => {
	const id = createId();
	const review = { id, review: "Rude.", ratings: "1", img: "/pictures/people/tom.svg" };
	await shop.db.insert(reviews).values({ ...review, name: "Rob", email: "rob@example.com" });
	const { page, applyFilter, columnTexts } = await openAsAdmin("/dashbord/manageReview");
	await page.getByRole("button", { name: "Hide the review of Rob" }).click();
	await page.getByText(success.reviewHidden).waitFor();
	await applyFilter("Visibility", "Hidden");
	expect(await columnTexts("Name")).toEqual(["Rob"]);
	await page.getByRole("button", { name: "Show the review of Rob" }).click();
	await page.getByText(success.reviewShown).waitFor();
	const row = await shop.db.select().from(reviews).where(eq(reviews.id, id)).get();
	expect(row?.hiddenAt).toBeNull();
});

test("without JavaScript an admin sets a product's stock in its row, and pieces sold in the meantime are subtracted", async () => {
	const { id, name } = await createProduct(shop, { name: `Row ${createId()}` });
	const { page } = await openAsAdmin(`/dashbord/manageProducts?search=${name}`, false);
	const readQuantity = async () =>
		(await shop.db.select().from(products).where(eq(products.id, id)).get())?.quantity;
	await page.getByLabel(`Pieces of ${name} in stock`).fill("120");
	await shop.db.update(products).set({ quantity: 95 }).where(eq(products.id, id));
	await page.getByRole("button", { name: `Save the stock of ${name}` }).click();
	await page
		.getByText(`${name}: 115 in stock. Adjusted for 5 pieces sold while you were typing.`)
		.waitFor();
	expect(await readQuantity()).toBe(115);
	await page.getByLabel(`Pieces of ${name} in stock`).fill("80");
	await shop.db.update(products).set({ editKey: "other" }).where(eq(products.id, id));
	await page.getByRole("button", { name: `Save the stock of ${name}` }).click();
	await page
		.getByText(fillMessage(errors.stock_changed.message, { name, quantity: 115 }))
		.waitFor();
	expect(await readQuantity()).toBe(115);
});
