import type { Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { success, userDeleted } from "#contract/messages.ts";
import { createId } from "#worker/auth/tokens.ts";
import { reviews } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { addOrder } from "../support/orders.ts";
import { createProduct, createReviewRow } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

const rows = (page: Page) => page.locator("tbody tr");

async function press(control: Locator): Promise<void> {
	await control.focus();
	await control.press("Enter");
}

async function pressAndConfirm(page: Page, control: Locator): Promise<void> {
	await press(control);
	await press(page.getByRole("dialog").getByRole("button").last());
}

const expectFocus = (control: Locator) =>
	expect.poll(() => control.evaluate((element) => element === document.activeElement)).toBe(true);

const expectFocusIn = (region: Locator) => region.locator(":focus").waitFor({ state: "attached" });

const expectAnnounced = (page: Page, text: string) =>
	page.getByRole("region", { name: "Messages" }).getByText(text).waitFor();

/** Adds three rows to a table, and opens the table filtered to these rows. */
async function openThree(add: (email: string) => Promise<unknown>, path: string) {
	const prefix = createId();
	for (const name of ["c", "b", "a"]) await add(`${prefix}${name}@example.com`);
	const page = await browser.newPage({ account: await createAdmin(shop) });
	await page.goto(`${path}?search=${prefix}`);
	await expect.poll(() => rows(page).count()).toBe(3);
	return { page, prefix };
}

const openUsers = () => openThree((email) => createAccount(shop, { email }), "/dashbord/makeAdmin");

const openReviews = () =>
	openThree(
		(email) => shop.db.insert(reviews).values(createReviewRow(null, { email })),
		"/dashbord/manageReview",
	);

const openProducts = () =>
	openThree((name) => createProduct(shop, { name }), "/dashbord/manageProducts");

async function openOrders() {
	const { id: productId } = await createProduct(shop);
	return openThree((email) => addOrder(shop, { productId, email }), "/dashbord/manageAllorders");
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
	["Manage Review", openReviews, "Delete", success.reviewDeleted],
	["Manage All Orders", openOrders, "Delete", success.orderCanceled],
	["My Orders", openMyOrders, "Cencel", success.orderCanceled],
])(
	"after a row of %s is deleted, the focus is in the row that took its place",
	async (_, open, label, message) => {
		const { page } = await open();
		await pressAndConfirm(page, rows(page).nth(1).getByRole("button", { name: label }));
		await expectAnnounced(page, message);
		await expect.poll(() => rows(page).count()).toBe(2);
		await expectFocusIn(rows(page).nth(1));
	},
);

test("after a user is made an admin or deleted, the focus is on the next button", async () => {
	const { page, prefix } = await openUsers();
	const buttons = (name: string) => rows(page).getByRole("button", { name });
	await pressAndConfirm(page, buttons("make Admin").first());
	await expectAnnounced(page, success.adminMade);
	await expectFocus(buttons("Set role").first());
	await pressAndConfirm(page, buttons("Delete").first());
	await expectAnnounced(page, userDeleted(`${prefix}a@example.com`));
	await expectFocus(buttons("make Admin").first());
});

test("after the last row is deleted, the focus is on the next control of the page", async () => {
	const { page } = await openMyOrders();
	for (let count = 3; count > 0; count -= 1) {
		await expect.poll(() => rows(page).count()).toBe(count);
		await pressAndConfirm(page, rows(page).getByRole("button", { name: "Cencel" }).last());
	}
	await page.getByText("You have not ordered anything yet.").waitFor();
	await expectFocus(page.getByRole("link", { name: "Show canceled orders" }));
});

test("the bar of bulk actions returns the focus to the table when it disappears", async () => {
	const { page } = await openProducts();
	await rows(page).first().getByRole("checkbox").check();
	await press(page.getByRole("button", { name: "Clear", exact: true }));
	await expectFocusIn(rows(page));
	await rows(page).first().getByRole("checkbox").check();
	await pressAndConfirm(page, page.getByRole("button", { name: "Delete selected" }));
	await expectAnnounced(page, "1 product deleted.");
	await expectFocusIn(rows(page));
});

test("a search keeps the focus in its field, and Clear search does not lose it", async () => {
	const { page, prefix } = await openProducts();
	const field = page.getByRole("main").getByRole("searchbox");
	await field.fill(`${prefix}b`);
	await field.press("Enter");
	await expect.poll(() => rows(page).count()).toBe(1);
	await expectFocus(field);
	await press(page.getByRole("link", { name: "Clear search" }));
	await expect.poll(() => field.inputValue()).toBe("");
	await expectFocusIn(page.locator("main"));
});

test("after a client navigation, the focus is on the heading of the new page", async () => {
	const { page } = await openProducts();
	const heading = (name: string) => page.getByRole("heading", { level: 1, name });
	await press(page.getByRole("link", { name: "Manage Review" }));
	await expectFocus(heading("Manage Review"));
	await page.goBack();
	await expectFocus(heading("Manage Products"));
	await press(rows(page).first().getByRole("link", { name: "Update Product" }));
	await expectFocus(heading("Update Product"));
	await press(page.getByRole("button", { name: "Update Product" }));
	await expectAnnounced(page, success.productUpdated);
	await expectFocus(heading("Manage Products"));
});

test("a dialog that is opened and closed logs no warning and returns the focus", async () => {
	const { page } = await openProducts();
	const warnings: string[] = [];
	page.on("console", (message) => warnings.push(message.text()));
	const button = rows(page).first().getByRole("button", { name: "Delete" });
	await press(button);
	await press(page.getByRole("dialog").getByRole("button", { name: "Go back" }));
	await expectFocus(button);
	expect(warnings).toEqual([]);
});
