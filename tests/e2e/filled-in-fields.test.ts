import { eq } from "drizzle-orm";
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { invalid, requiredMessages } from "#contract/messages.ts";
import { orders, users } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { addBasketLine } from "../support/basket.ts";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { confirmOrder, fillDelivery, readDrafts } from "../support/order-form.ts";
import { validPassword } from "../support/passwords.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

/** Sets a value as a password manager does. Fires only the given events, if any. */
const fillIn = (field: Locator, value: string, ...events: string[]) =>
	field.evaluate(
		(element, [value = "", ...events]) => {
			if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return;
			element.value = value;
			for (const event of events) element.dispatchEvent(new Event(event, { bubbles: true }));
		},
		[value, ...events],
	);

/** Types with an input method editor (IME), as for Japanese. `commit` ends the composition. */
async function compose(page: Page, field: Locator, steps: string[]) {
	const devtools = await page.context().newCDPSession(page);
	await field.focus();
	for (const text of steps) {
		const selection = { selectionStart: text.length, selectionEnd: text.length };
		await devtools.send("Input.imeSetComposition", { text, ...selection });
	}
	return {
		commit: (text: string) => devtools.send("Input.insertText", { text }),
	};
}

const getPasswordField = (page: Page) => page.getByLabel("Password", { exact: true });

test("the login form submits autofilled values even if no events fired", async () => {
	const { email } = await createAccount(shop, { password: validPassword });
	const page = await browser.newPage();
	await page.goto("/login");
	await waitForHydration(page);
	await fillIn(page.getByLabel("Email"), email);
	await fillIn(getPasswordField(page), validPassword);
	await page.getByRole("button", { name: "Login", exact: true }).click();
	await page.getByRole("button", { name: "SignOut" }).waitFor();
});

test.each([["change"], ["input"]])(
	"autofill that fires only %s events clears the errors of the filled fields",
	async (event) => {
		const { email } = await createAccount(shop, { password: validPassword });
		const page = await browser.newPage();
		await page.goto("/login");
		await waitForHydration(page);
		await page.getByRole("button", { name: "Login", exact: true }).click();
		await page.getByText(requiredMessages.password).waitFor();
		await fillIn(page.getByLabel("Email"), email, event);
		await fillIn(getPasswordField(page), validPassword, event);
		await expect.poll(() => page.locator("[aria-invalid=true]").count()).toBe(0);
		await page.getByRole("button", { name: "Login", exact: true }).click();
		await page.getByRole("button", { name: "SignOut" }).waitFor();
	},
);

test("autofill after a rejected sign-up clears the server's errors", async () => {
	const { email } = await createAccount(shop);
	const page = await browser.newPage({ allowedProblems: [/status of 400/] });
	await page.goto("/signup");
	await waitForHydration(page);
	await page.getByLabel("Name").fill("Rae Ratchet");
	await page.getByLabel("Email").fill(email);
	await getPasswordField(page).fill(validPassword);
	await page.getByRole("button", { name: "Sign up", exact: true }).click();
	const message = page.getByText("There is already an account with this email");
	await message.waitFor();
	await waitForHydration(page);
	await expect
		.poll(async () => {
			await fillIn(page.getByLabel("Email"), `new-${email}`, "change");
			return message.count();
		})
		.toBe(0);
});

test("a name typed with an IME keeps its composition while the form validates it", async () => {
	const email = `ime-${crypto.randomUUID()}@example.com`;
	const page = await browser.newPage();
	await page.goto("/signup");
	await waitForHydration(page);
	await page.getByRole("button", { name: "Sign up", exact: true }).click();
	await page.getByText(requiredMessages.name).waitFor();
	const { commit } = await compose(page, page.getByLabel("Name"), [
		"t",
		"た",
		"たn",
		"たな",
		"たなか",
	]);
	await page.getByText(requiredMessages.name).waitFor({ state: "detached" });
	await commit("田中");
	expect(await page.getByLabel("Name").inputValue()).toBe("田中");
	const emailComposition = await compose(page, page.getByLabel("Email"), ["i", "im"]);
	await page.getByText(invalid.email).waitFor();
	await emailComposition.commit(email);
	await page.getByText(invalid.email).waitFor({ state: "detached" });
	await getPasswordField(page).fill(validPassword);
	await page.getByRole("button", { name: "Sign up", exact: true }).click();
	await page.getByRole("button", { name: "SignOut" }).waitFor();
	const user = await shop.db.select({ name: users.name }).from(users).where(eq(users.email, email));
	expect(user).toEqual([{ name: "田中" }]);
});

test("clicking the button during an IME composition submits the composed text unchanged", async () => {
	const account = await createAccount(shop);
	const { id } = await createProduct(shop);
	const page = await browser.newPage({ account });
	await page.goto(`/purchase/${id}`);
	await waitForHydration(page);
	await fillDelivery(page);
	await page.getByLabel("Location").fill("");
	await compose(page, page.getByLabel("Location"), ["t", "と", "とう", "とうきょう"]);
	await confirmOrder(page);
	await page.getByText("your order is wait for payment").waitFor();
	const placedOrders = await shop.db.select().from(orders).where(eq(orders.productId, id));
	expect(placedOrders).toMatchObject([{ location: "とうきょう" }]);
});

test("the order form's total updates when an IME or autofill changes the quantity", async () => {
	const account = await createAccount(shop);
	const { id } = await createProduct(shop, { minimum: 1 });
	const page = await browser.newPage({ account });
	await page.goto(`/purchase/${id}`);
	await waitForHydration(page);
	const quantity = page.getByLabel("Order quantity");
	const waitForTotal = (text: string) =>
		page.getByRole("status").filter({ hasText: text }).waitFor();
	await quantity.fill("2");
	await waitForTotal("$25.00");
	await fillIn(quantity, "7", "change");
	await waitForTotal("$87.50");
	await quantity.fill("");
	const { commit } = await compose(page, quantity, ["1", "12"]);
	await commit("12");
	await waitForTotal("$150.00");
	await fillIn(quantity, "9");
	await fillDelivery(page);
	await confirmOrder(page);
	await page.getByText("your order is wait for payment").waitFor();
	const placedOrders = await shop.db.select().from(orders).where(eq(orders.productId, id));
	expect(placedOrders).toMatchObject([{ quantity: 9 }]);
});

test("the checkout keeps an autofilled address even if only change events fired", async () => {
	const account = await createAccount(shop);
	const { id: productId } = await createProduct(shop);
	await addBasketLine(shop, { userId: account.id, productId });
	const page = await browser.newPage({ account });
	await page.goto("/checkout");
	await waitForHydration(page);
	const location = page.getByLabel("Location");
	await expect
		.poll(async () => {
			await fillIn(location, "1 Bench Road", "change");
			return readDrafts(page);
		})
		.toContain("Bench");
	await page.reload();
	await expect.poll(() => location.inputValue()).toBe("1 Bench Road");
});

test("the price field ignores Enter and Escape during an IME composition", async () => {
	const { name } = await createProduct(shop);
	const page = await browser.newPage({ account: await createAdmin(shop) });
	await page.goto(`/dashbord/manageProducts?search=${name}`);
	await waitForHydration(page);
	const price = page.getByLabel(`Price of ${name} in US dollars`);
	const stock = page.getByLabel(`Pieces of ${name} in stock`);
	await stock.focus();
	await price.focus();
	const isKeyHandled = (key: string, init: { keyCode: number; isComposing?: boolean }) =>
		price.evaluate(
			(field, init) =>
				!field.dispatchEvent(
					new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true }),
				),
			{ ...init, key },
		);
	await price.fill("14");
	// In Safari, the key that ends a composition has the key code 229, but is not `isComposing`.
	for (const init of [{ isComposing: true, keyCode: 229 }, { keyCode: 229 }]) {
		expect(await isKeyHandled("Enter", init)).toBe(false);
		expect(await isKeyHandled("Escape", init)).toBe(false);
		expect(await price.inputValue()).toBe("14");
	}
	expect(await isKeyHandled("Enter", { keyCode: 13 })).toBe(true);
});
