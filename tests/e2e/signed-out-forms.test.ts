import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { signedOutMessage } from "#contract/loading-messages.ts";
import { orderNotes, products, quotes } from "#worker/db/schema.ts";
import { createAccount, type TestAccount } from "../support/accounts.ts";
import { startBrowser, waitForHydration, waitForToken } from "../support/browser.ts";
import { logIn } from "../support/log-in.ts";
import { addOrder } from "../support/orders.ts";
import { validPassword } from "../support/passwords.ts";
import { createProduct } from "../support/products.ts";
import { addQuote } from "../support/quotes.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

async function openPage(path: string) {
	const account = await createAccount(shop, { role: "admin", password: validPassword });
	const page = await browser.newPage({ account, allowedProblems: [/status of 40[01]/] });
	await page.goto(path);
	await waitForHydration(page);
	await waitForToken(page);
	return { account, page };
}

const endSession = (page: Page) => page.context().clearCookies({ name: "session" });

/** Pages of the dashboard refresh their data when their window gets focus. */
async function refresh(page: Page): Promise<void> {
	const response = page.waitForResponse(/\.data/);
	await page.evaluate(() => dispatchEvent(new Event("focus")));
	await (await response).finished();
}

/** Logs in in a new tab, from which the page learns that it may send its form again. */
async function logInInTab(page: Page, tab: Page, { email }: TestAccount): Promise<void> {
	await logIn(tab, email);
	await waitForToken(page, email);
}

async function logInElsewhere(page: Page, account: TestAccount): Promise<void> {
	const tab = await page.context().newPage();
	await tab.goto("/login");
	await logInInTab(page, tab, account);
	await tab.close();
}

test("a note sent after the session ended stays in its form, which links to the login and can be sent again", async () => {
	const order = await addOrder(shop, { productId: (await createProduct(shop)).id });
	const { account, page } = await openPage(`/dashbord/orders/${order.id}`);
	const note = page.getByLabel("New note");
	await note.fill("Call before delivery");
	await endSession(page);
	await page.getByRole("button", { name: "Add note" }).click();
	const message = page.getByRole("main").getByRole("alert").filter({ hasText: signedOutMessage });
	await message.waitFor();
	await refresh(page);
	expect(await note.inputValue()).toBe("Call before delivery");
	const popup = page.waitForEvent("popup");
	await message.getByRole("link", { name: "Log in" }).click();
	await logInInTab(page, await popup, account);
	expect(await note.inputValue()).toBe("Call before delivery");
	await page.getByRole("button", { name: "Add note" }).click();
	await page.getByText("Call before delivery").first().waitFor();
	await expect
		.poll(() => shop.db.select({ userId: orderNotes.userId }).from(orderNotes))
		.toEqual([{ userId: account.id }]);
});

test("changes in the products table stay after the session ended, and can be saved after a login", async () => {
	const { id, name } = await createProduct(shop, { quantity: 100 });
	const { account, page } = await openPage(`/dashbord/manageProducts?search=${name}`);
	const stock = page.getByLabel(`Pieces of ${name} in stock`);
	await stock.fill("120");
	await endSession(page);
	await refresh(page);
	const save = () => page.getByRole("button", { name: "Save", exact: true }).click();
	await save();
	await page.getByRole("alert").getByText(signedOutMessage).waitFor();
	await refresh(page);
	expect(await stock.inputValue()).toBe("120");
	await logInElsewhere(page, account);
	await save();
	await page.getByText("1 change saved").waitFor();
	expect(await shop.db.select().from(products).where(eq(products.id, id))).toMatchObject([
		{ quantity: 120 },
	]);
});

test("a carrier that was rejected without a tracking number stays after the session ended", async () => {
	const { id: productId } = await createProduct(shop);
	const order = await addOrder(shop, { productId, paidAt: new Date() });
	const { page } = await openPage(`/dashbord/orders/${order.id}`);
	await page.getByLabel("Carrier").fill("Joe's Freight");
	await page.getByRole("button", { name: "Mark as shipped" }).click();
	await page.getByText("Enter the tracking number too, or remove the carrier").waitFor();
	await endSession(page);
	await refresh(page);
	// The login would have replaced the page by now.
	await refresh(page);
	expect(await page.getByLabel("Carrier").inputValue()).toBe("Joe's Freight");
});

test("an offer with added tools stays after the session ended, and can be sent after a login", async () => {
	const [bar, ratchet] = [await createProduct(shop), await createProduct(shop)];
	const { id: userId } = await createAccount(shop);
	const quoteId = await addQuote(shop, { userId, productId: bar.id });
	const { account, page } = await openPage(`/dashbord/quotes/${quoteId}`);
	await page.getByLabel("Add tools").fill(`${ratchet.name}, 20`);
	const update = () => page.getByRole("button", { name: "Add and update lines" }).click();
	await update();
	await page.getByLabel("$ per piece").nth(1).fill("8.50");
	await page.getByLabel("Note to the customer (optional)").fill("Ships in two days");
	await page.getByLabel("Add tools").fill(`${bar.name}, 30`);
	await endSession(page);
	await update();
	await page.getByRole("main").getByRole("alert").filter({ hasText: signedOutMessage }).waitFor();
	expect(await page.getByLabel("$ per piece").nth(1).inputValue()).toBe("8.50");
	expect(await page.getByLabel("Add tools").inputValue()).toBe(`${bar.name}, 30`);
	await page.getByLabel("Add tools").fill("");
	await logInElsewhere(page, account);
	await page.getByRole("button", { name: "Send updated quote" }).click();
	await page.getByText("Quote sent", { exact: false }).first().waitFor();
	expect(await shop.db.select().from(quotes).where(eq(quotes.id, quoteId))).toMatchObject([
		{ revision: 2, note: "Ships in two days" },
	]);
});
