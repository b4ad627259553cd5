import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { success } from "#contract/messages.ts";
import { createAccount } from "../support/accounts.ts";
import { addBasketLine } from "../support/basket.ts";
import { delayRequests, startBrowser, waitForHydration } from "../support/browser.ts";
import { isFocused } from "../support/keyboard.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

test("a customer saves a basket as a list, shares it with a visitor by link, and stops sharing it", async () => {
	const account = await createAccount(shop);
	const tool = await createProduct(shop);
	await addBasketLine(shop, { userId: account.id, productId: tool.id, quantity: 12 });
	const page = await browser.newPage({ account, width: 390, height: 844 });
	await page.goto("/basket");
	await page.getByText("Save as a list").click();
	await page.getByLabel("List name").fill("Brake jobs");
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await page.getByRole("link", { name: "View list" }).click();
	await page.getByRole("heading", { name: "Brake jobs", level: 1 }).waitFor();
	await waitForHydration(page);
	const field = page.getByLabel("Link to this list");
	const createButton = page.getByRole("button", { name: "Create a link" });
	await createButton.click();
	await field.waitFor();
	expect(await isFocused(field)).toBe(true);
	const listPath = new URL(await field.inputValue()).pathname;

	const allowedProblems = [/status of 404/];
	const visitor = await browser.newPage({ javaScript: false, allowedProblems });
	await visitor.goto(listPath);
	expect(await visitor.locator("main").textContent()).not.toContain("Brake jobs");
	await visitor.getByRole("button", { name: "Add to basket" }).click();
	await visitor.waitForURL("/basket");
	await visitor.getByText("1 tool added to your basket.").waitFor();
	expect(await visitor.getByLabel(`${tool.name}, Pieces`).inputValue()).toBe("12");

	await page.getByRole("button", { name: "Stop sharing" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Stop sharing" }).click();
	await page.getByText(success.listUnshared).waitFor();
	await createButton.waitFor();
	expect(await isFocused(createButton)).toBe(true);
	await visitor.goto(listPath);
	await visitor.getByText(errors.list_not_found.message).waitFor();
});

/** Opens “Save as a list” in a basket, and changes a quantity to 30. The basket saves it once `continueRequests` is called. */
async function changeQuantity() {
	const account = await createAccount(shop);
	const tool = await createProduct(shop);
	await addBasketLine(shop, { userId: account.id, productId: tool.id, quantity: 12 });
	const page = await browser.newPage({ account });
	await page.goto("/basket");
	await waitForHydration(page);
	await page.getByText("Save as a list").click();
	const continueRequests = await delayRequests(page, /\/basket$/);
	await page.getByLabel(`${tool.name}, Pieces`).fill("30");
	return { page, continueRequests };
}

test("a list is saved with the quantity that was typed just before", async () => {
	const { page, continueRequests } = await changeQuantity();
	await page.getByLabel("List name").fill("Brake jobs");
	const saveButton = page.getByRole("button", { name: "Save", exact: true });
	await saveButton.click();
	await expect.poll(() => saveButton.getAttribute("aria-busy")).toBe("true");
	continueRequests();
	await page.getByRole("link", { name: "View list" }).click();
	await page.getByRole("heading", { name: "Brake jobs", level: 1 }).waitFor();
	await page.getByText("30 pieces").waitFor();
});

test("the name of a list stays while a quantity is being saved", async () => {
	const { page, continueRequests } = await changeQuantity();
	const nameField = page.getByLabel("List name");
	await nameField.fill("Brake jobs");
	continueRequests();
	await page.getByText("$375.00").first().waitFor();
	expect(await nameField.inputValue()).toBe("Brake jobs");
	await page.keyboard.press("End");
	await page.keyboard.type(", May");
	expect(await nameField.inputValue()).toBe("Brake jobs, May");
});
