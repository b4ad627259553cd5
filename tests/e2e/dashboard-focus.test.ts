import type { Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { success, userDeleted } from "#contract/messages.ts";
import { createId } from "#worker/auth/tokens.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { isFocused } from "../support/keyboard.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const getRows = (page: Page) => page.locator("tbody tr");

async function press(control: Locator): Promise<void> {
	await control.focus();
	await control.press("Enter");
}

async function pressAndConfirm(page: Page, control: Locator): Promise<void> {
	await press(control);
	await press(page.getByRole("dialog").getByRole("button").last());
}

const expectFocus = (control: Locator) => expect.poll(() => isFocused(control)).toBe(true);

const expectFocusIn = (region: Locator) => region.locator(":focus").waitFor({ state: "attached" });

const expectAnnounced = (page: Page, text: string) =>
	page.getByRole("region", { name: "Messages" }).getByText(text).waitFor();

/** Adds three rows to a table, and opens the table with only these rows. The keys are valid emails, and serve as product names too. */
async function openTableOfThree(addRow: (key: string) => Promise<unknown>, path: string) {
	const prefix = createId();
	for (const name of ["c", "b", "a"]) await addRow(`${prefix}${name}@example.com`);
	const page = await browser.newPage({ account: await createAdmin(shop) });
	await page.goto(`${path}?search=${prefix}`);
	await expect.poll(() => getRows(page).count()).toBe(3);
	return { page, prefix };
}

const openUsers = () =>
	openTableOfThree((email) => createAccount(shop, { email }), "/dashbord/makeAdmin");

const openProducts = () =>
	openTableOfThree((name) => createProduct(shop, { name }), "/dashbord/manageProducts");

async function openOrders() {
	const { id: productId } = await createProduct(shop);
	return openTableOfThree(
		(email) => addOrder(shop, { productId, email }),
		"/dashbord/manageAllorders",
	);
}

async function openMyOrders() {
	const { id: productId } = await createProduct(shop);
	const account = await createAccount(shop);
	for (let count = 0; count < 3; count += 1) {
		await addOrder(shop, { productId, email: account.email, userId: account.id });
	}
	const page = await browser.newPage({ account });
	await page.goto("/dashbord/myorders");
	return { page };
}

test.each([
	["Manage Products", openProducts, "Delete", success.productDeleted],
	["Manage All Orders", openOrders, "Delete", success.orderCanceled],
	["My Orders", openMyOrders, "Cencel", success.orderCanceled],
])(
	"after a row of %s is deleted, focus moves to the row that takes its place",
	async (_, openTable, label, message) => {
		const { page } = await openTable();
		await pressAndConfirm(page, getRows(page).nth(1).getByRole("button", { name: label }));
		await expectAnnounced(page, message);
		await expect.poll(() => getRows(page).count()).toBe(2);
		await expectFocusIn(getRows(page).nth(1));
	},
);

test("focus moves to the button that replaces “make Admin”, and after a user is deleted, to the next user's first button", async () => {
	const { page, prefix } = await openUsers();
	const getButtons = (name: string) => getRows(page).getByRole("button", { name });
	await pressAndConfirm(page, getButtons("make Admin").first());
	await expectAnnounced(page, success.promotedToAdmin);
	await expectFocus(getButtons("Set role").first());
	await pressAndConfirm(page, getButtons("Delete").first());
	await expectAnnounced(page, userDeleted(`${prefix}a@example.com`));
	await expectFocus(getButtons("make Admin").first());
});

test("after the only remaining row is deleted, focus moves to the next control on the page", async () => {
	const { page } = await openMyOrders();
	for (let count = 3; count > 0; count -= 1) {
		await expect.poll(() => getRows(page).count()).toBe(count);
		await pressAndConfirm(page, getRows(page).getByRole("button", { name: "Cencel" }).last());
	}
	await page.getByText("You have not ordered anything yet.").waitFor();
	await expectFocus(page.getByRole("link", { name: "Show canceled orders" }));
});

test("the bulk action bar returns focus to the table when it disappears", async () => {
	const { page } = await openProducts();
	await getRows(page).first().getByRole("checkbox").check();
	await press(page.getByRole("button", { name: "Clear", exact: true }));
	await expectFocusIn(getRows(page).first());
	await getRows(page).first().getByRole("checkbox").check();
	await pressAndConfirm(page, page.getByRole("button", { name: "Delete selected" }));
	await expectAnnounced(page, "1 product deleted.");
	await expectFocusIn(getRows(page).first());
});

test("after Save, Clear returns focus from the hidden bar to the edited field", async () => {
	const { page } = await openProducts();
	const price = getRows(page)
		.first()
		.getByLabel(/^Price/);
	await getRows(page).first().getByRole("checkbox").check();
	await price.fill("3.00");
	await press(page.getByRole("button", { name: "Save" }));
	await page.getByText("1 change saved").waitFor();
	await expectFocus(price);
	await press(page.getByRole("button", { name: "Clear", exact: true }));
	await expectFocus(price);
});

test("Save does not scroll back to the edited field, to which focus returns", async () => {
	const { page } = await openProducts();
	await page.setViewportSize({ width: 390, height: 600 });
	const price = getRows(page)
		.first()
		.getByLabel(/^Price/);
	await price.fill("3.00");
	const readScroll = () => page.evaluate(() => scrollY);
	await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
	const scroll = await readScroll();
	await page.getByRole("button", { name: "Save" }).click();
	await page.getByText("1 change saved").waitFor();
	await expectFocus(price);
	expect(Math.abs((await readScroll()) - scroll)).toBeLessThan(100);
});

test("on a phone, “Select all” leaves focus in the bar when it disappears", async () => {
	const { page } = await openProducts();
	await page.setViewportSize({ width: 390, height: 800 });
	await getRows(page).first().getByRole("checkbox").check();
	await press(page.getByRole("button", { name: "Select all" }));
	await page.getByText("3 selected").waitFor();
	await expectFocusIn(page.locator(".bulk-bar"));
});

test("a search keeps focus in its field, and Clear search keeps it in the main content", async () => {
	const { page, prefix } = await openProducts();
	const field = page.getByRole("main").getByRole("searchbox");
	await field.fill(`${prefix}b`);
	await field.press("Enter");
	await expect.poll(() => getRows(page).count()).toBe(1);
	await expectFocus(field);
	await press(page.getByRole("link", { name: "Clear search" }));
	await expect.poll(() => field.inputValue()).toBe("");
	await expectFocusIn(page.locator("main"));
});

test("client-side navigation moves focus to the heading of the new page", async () => {
	const { page } = await openProducts();
	const getHeading = (name: string) => page.getByRole("heading", { level: 1, name });
	await press(page.getByRole("link", { name: "Manage Review" }));
	await expectFocus(getHeading("Manage Review"));
	await page.goBack();
	await expectFocus(getHeading("Manage Products"));
	await press(getRows(page).first().getByRole("link", { name: "Update Product" }));
	await expectFocus(getHeading("Update Product"));
	await press(page.getByRole("button", { name: "Update Product" }));
	await expectAnnounced(page, success.productUpdated);
	await expectFocus(getHeading("Manage Products"));
});

test("closing a dialog returns focus and logs no warning", async () => {
	const { page } = await openProducts();
	const consoleMessages: string[] = [];
	page.on("console", (message) => consoleMessages.push(message.text()));
	const button = getRows(page).first().getByRole("button", { name: "Delete" });
	await press(button);
	await press(page.getByRole("dialog").getByRole("button", { name: "Go back" }));
	await expectFocus(button);
	expect(consoleMessages).toEqual([]);
});
