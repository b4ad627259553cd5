import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { orderNotes, orders, secondFactors } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { isFocused } from "../support/keyboard.ts";
import { logIn } from "../support/log-in.ts";
import { confirmOrder, fillDelivery } from "../support/order-form.ts";
import { addOrder } from "../support/orders.ts";
import { validPassword } from "../support/passwords.ts";
import { createProduct } from "../support/products.ts";
import { addSecondFactor } from "../support/second-factor.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop({ vars: { STAFF_SECOND_FACTOR: "required" } });
const browser = startBrowser(shop);
afterAll(() => shop.stop());

async function follow(page: Page, link: string): Promise<Page> {
	const popup = page.waitForEvent("popup");
	await page.getByRole("main").getByRole("link", { name: link }).click();
	return popup;
}

test("without JavaScript, an order form sent after the session ended is filled in again after a login in a new tab", async () => {
	const account = await createAccount(shop, { password: validPassword });
	const { id } = await createProduct(shop);
	const page = await browser.newPage({
		account,
		javaScript: false,
		allowedProblems: [/status of 401/],
	});
	await page.goto(`/purchase/${id}?quantity=30`);
	await fillDelivery(page);
	await page.context().clearCookies({ name: "session" });
	await confirmOrder(page);
	await page.getByRole("heading", { name: errors.unauthenticated.message }).waitFor();
	const tab = await follow(page, "Log in");
	await logIn(tab, account.email);
	await tab.getByRole("button", { name: "SignOut" }).waitFor();
	await tab.close();
	await page.getByRole("button", { name: "Continue" }).click();
	const message = page.getByRole("alert").filter({ hasText: "Nothing was sent yet." });
	await message.waitFor();
	await expect.poll(() => isFocused(message)).toBe(true);
	expect(await page.getByLabel("Location").inputValue()).toBe("1 Bench Road");
	expect(await shop.db.$count(orders, eq(orders.productId, id))).toBe(0);
	await confirmOrder(page);
	await page.getByText("your order is wait for payment").first().waitFor();
	const rows = await shop.db.select().from(orders).where(eq(orders.productId, id));
	expect(rows).toMatchObject([{ location: "1 Bench Road", quantity: 30 }]);
});

test.each([true, false])(
	"a note keeps its text while its author must add a second factor (with JavaScript: %s)",
	async (javaScript) => {
		const admin = await createAccount(shop, { role: "admin", password: validPassword });
		await addSecondFactor(shop.db, admin.id);
		const order = await addOrder(shop, { productId: (await createProduct(shop)).id });
		const allowedProblems = [/status of 403/];
		const page = await browser.newPage({ account: admin, javaScript, allowedProblems });
		await page.goto(`/dashbord/orders/${order.id}`);
		if (javaScript) await waitForHydration(page);
		const note = page.getByLabel("New note");
		await note.fill("Call before delivery");
		const isOfAdmin = eq(secondFactors.userId, admin.id);
		const factors = await shop.db.delete(secondFactors).where(isOfAdmin).returning();
		await page.getByRole("button", { name: "Add note" }).click();
		await page.getByText(errors.second_factor_setup_required.message).waitFor();
		const tab = await follow(page, "Set it up");
		await tab.getByText("This shop requires two-factor authentication for its staff.").waitFor();
		await tab.close();
		await shop.db.insert(secondFactors).values(factors);
		if (!javaScript) await page.getByRole("button", { name: "Continue" }).click();
		await expect.poll(() => note.inputValue()).toBe("Call before delivery");
		await page.getByRole("button", { name: "Add note" }).click();
		await page.getByRole("listitem").getByText("Call before delivery").first().waitFor();
		const isOwn = eq(orderNotes.userId, admin.id);
		expect(await shop.db.$count(orderNotes, isOwn)).toBe(1);
	},
);
