import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { accountChangedMessage } from "#contract/loading-messages.ts";
import { addresses, basketLines, orderNotes, orders, quotes } from "#worker/db/schema.ts";
import { createAccount, createAdmin, type TestAccount } from "../support/accounts.ts";
import { addBasketLine } from "../support/basket.ts";
import { startBrowser, waitForHydration, waitForToken } from "../support/browser.ts";
import { confirmOrder, fillDelivery } from "../support/order-form.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

/** Signs in another account without changing the browser's storage. */
const replaceSession = (page: Page, { session }: TestAccount) =>
	page
		.context()
		.addCookies([
			{ name: "session", value: session, url: shop.url, httpOnly: true, sameSite: "Lax" },
		]);

/** Signs in another account, and opens a page in the given tab, whose script stores the account's token for all tabs. */
async function switchAccount(tab: Page, account: TestAccount): Promise<void> {
	await replaceSession(tab, account);
	await tab.goto("/blogs");
	await waitForToken(tab, account.email);
}

const createCustomer = () => createAccount(shop);

const listOrders = (productId: string) =>
	shop.db.select({ userId: orders.userId }).from(orders).where(eq(orders.productId, productId));

/** Opens a tool's order form, or the checkout of a basket with the tool, and fills it in. */
async function fillOrderForm(form: string) {
	const [first, second] = [await createCustomer(), await createCustomer()];
	const { id } = await createProduct(shop);
	if (form === "/checkout")
		for (const owner of [first, second])
			await addBasketLine(shop, { userId: owner.id, productId: id });
	const page = await browser.newPage({ account: first, allowedProblems: [/status of 403/] });
	await page.goto(form === "/checkout" ? form : `/purchase/${id}`);
	await waitForHydration(page);
	await waitForToken(page, first.email);
	await fillDelivery(page);
	return { page, first, second, id };
}

const orderForms = ["/checkout", "/purchase"];

test.each(orderForms)("%s places no order while another account is logged in", async (form) => {
	const { page, first, second, id } = await fillOrderForm(form);
	const tab = await page.context().newPage();
	await switchAccount(tab, second);
	await confirmOrder(page);
	await page.getByText(accountChangedMessage).waitFor();
	expect(await page.getByLabel("Location").inputValue()).toBe("1 Bench Road");
	expect(await listOrders(id)).toEqual([]);
	await switchAccount(tab, first);
	await confirmOrder(page);
	await page.getByText("your order is wait for payment").waitFor();
	expect(await listOrders(id)).toEqual([{ userId: first.id }]);
});

test.each(orderForms)(
	"%s shows another account's email before it places an order for it, even if the page did not notice the login",
	async (form) => {
		const { page, second, id } = await fillOrderForm(form);
		await replaceSession(page, second);
		await confirmOrder(page);
		await page.getByText(errors.account_changed.message).waitFor();
		expect(await listOrders(id)).toEqual([]);
		expect(await page.getByLabel("Email").inputValue()).toBe(second.email);
		await waitForHydration(page);
		await confirmOrder(page);
		await page.getByText("your order is wait for payment").waitFor();
		expect(await listOrders(id)).toEqual([{ userId: second.id }]);
	},
);

test("a quantity typed into one account's basket is not saved in another account's basket", async () => {
	const [first, second] = [await createCustomer(), await createCustomer()];
	const { id } = await createProduct(shop);
	await addBasketLine(shop, { userId: first.id, productId: id });
	const page = await browser.newPage({ account: first });
	await page.goto("/basket");
	await waitForHydration(page);
	await waitForToken(page, first.email);
	await page.getByLabel(/, Pieces$/).fill("30");
	const tab = await page.context().newPage();
	await switchAccount(tab, second);
	await page.bringToFront();
	await page.getByRole("link", { name: "Checkout" }).click();
	await page.getByText(accountChangedMessage).first().waitFor();
	expect(new URL(page.url()).pathname).toBe("/basket");
	const belongsToSecond = eq(basketLines.userId, second.id);
	expect(await shop.db.$count(basketLines, belongsToSecond)).toBe(0);
	await switchAccount(tab, first);
	await page.getByRole("link", { name: "Checkout" }).click();
	await page.waitForURL("/checkout");
	await page.getByText("30 pieces").waitFor();
	expect(await shop.db.$count(basketLines, belongsToSecond)).toBe(0);
});

test("a quantity is not saved in another account's basket, even if the page did not notice the login", async () => {
	const [first, second] = [await createCustomer(), await createCustomer()];
	const { id } = await createProduct(shop);
	for (const owner of [first, second])
		await addBasketLine(shop, { userId: owner.id, productId: id });
	const page = await browser.newPage({ account: first, allowedProblems: [/status of 403/] });
	await page.goto("/basket");
	await waitForHydration(page);
	const typeQuantity = async (quantity: string) => {
		await page.getByLabel(/, Pieces$/).fill(quantity);
		await page.keyboard.press("Tab");
	};
	const readQuantities = async () => {
		const lines = await shop.db.select().from(basketLines).where(eq(basketLines.productId, id));
		return new Map(lines.map(({ userId, quantity }) => [userId, quantity]));
	};
	await replaceSession(page, second);
	await typeQuantity("30");
	await page.getByText(errors.account_changed.message).waitFor();
	const unchanged = new Map([first, second].map((owner) => [owner.id, 10]));
	expect(await readQuantities()).toEqual(unchanged);
	await typeQuantity("40");
	await expect.poll(readQuantities).toEqual(unchanged.set(second.id, 40));
});

test.each([
	[
		"/dashbord/addresses",
		{ "Address name": "Workshop", Location: "1 Bay", Phone: "1" },
		"Save address",
	],
	["/dashbord/requestquote", { "Tools and quantities": "Bar, 50" }, "Send request"],
] as const)(
	"the form at %s keeps its input and is not submitted for another account",
	async (path, fields, button) => {
		const [first, second] = [await createCustomer(), await createCustomer()];
		const page = await browser.newPage({ account: first, allowedProblems: [/status of 403/] });
		await page.goto(path);
		await waitForHydration(page);
		const labels = Object.entries(fields);
		for (const [label, text] of labels) await page.getByLabel(label).fill(text);
		await replaceSession(page, second);
		await page.getByRole("button", { name: button }).click();
		await page.getByText(errors.account_changed.message).waitFor();
		for (const [label, text] of labels)
			expect(await page.getByLabel(label).inputValue()).toBe(text);
		for (const table of [addresses, quotes]) {
			expect(await shop.db.$count(table, eq(table.userId, second.id))).toBe(0);
		}
	},
);

/** Pages of the dashboard refresh their data when their window gets focus. */
const refresh = (page: Page) => page.evaluate(() => dispatchEvent(new Event("focus")));

async function openNoteForm() {
	const admin = await createAdmin(shop);
	const customer = await createCustomer();
	const { id } = await createProduct(shop);
	const order = await addOrder(shop, { productId: id });
	const page = await browser.newPage({ account: admin, allowedProblems: [/status of 403/] });
	await page.goto(`/dashbord/orders/${order.id}`);
	await waitForHydration(page);
	await waitForToken(page, admin.email);
	await page.getByLabel("New note").fill("Call before delivery");
	const addNote = () => page.getByRole("button", { name: "Add note" }).click();
	return { page, admin, customer, addNote };
}

test("an admin's dashboard form is not sent while a customer is signed in, and keeps its input", async () => {
	const { page, admin, customer, addNote } = await openNoteForm();
	const tab = await page.context().newPage();
	await switchAccount(tab, customer);
	await refresh(page);
	await addNote();
	await page.getByText(accountChangedMessage).waitFor();
	await switchAccount(tab, admin);
	await addNote();
	await page.getByText("Call before delivery").first().waitFor();
	await expect
		.poll(() => shop.db.select({ userId: orderNotes.userId }).from(orderNotes))
		.toEqual([{ userId: admin.id }]);
});

test("an admin's dashboard form is rejected with a reason if the page did not notice that a customer signed in", async () => {
	const notesBefore = await shop.db.$count(orderNotes);
	const { page, customer, addNote } = await openNoteForm();
	await replaceSession(page, customer);
	const refreshed = page.waitForResponse(/\.data/);
	await refresh(page);
	expect((await refreshed).status()).toBe(403);
	expect(await page.getByLabel("New note").inputValue()).toBe("Call before delivery");
	await addNote();
	await page.getByText(errors.account_changed.message).waitFor();
	expect(await shop.db.$count(orderNotes)).toBe(notesBefore);
});
