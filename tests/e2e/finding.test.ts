import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBrowser } from "../support/browser.ts";
import { recordScripts } from "../support/page-weight.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

beforeAll(async () => {
	await createProduct(shop, { name: "Ring spanner", category: "spanners-sockets" });
	await createProduct(shop, { name: "Pipe wrench", priceCents: 4500, quantity: 3 });
	await createProduct(shop, { name: "Axle stands", category: "lifting" });
});

const phone = { width: 390, height: 844 };
const names = (page: Page) => page.locator(".product-card h3").allInnerTexts();
const addressOf = (page: Page) => {
	const { pathname, search } = new URL(page.url());
	return pathname + search;
};
const box = (page: Page) =>
	page.getByLabel("Find tools", { exact: true }).and(page.locator("input:visible"));

/** The suggestions have come. */
const ready = (page: Page) => page.getByRole("combobox", { name: "Find tools" }).waitFor();

test("without script tools are searched, filtered and sorted, and filters removed", async () => {
	const page = await browser.newPage({ javaScript: false });
	await page.goto("/");
	await box(page).fill("wrench");
	await box(page).press("Enter");
	await page.getByRole("heading", { name: "Results for “wrench”" }).waitFor();
	expect((await names(page)).toSorted()).toEqual(["Pipe wrench", "Ring spanner"]);
	expect(await box(page).inputValue()).toBe("wrench");
	await page.getByRole("spinbutton", { name: "To" }).fill("20.50");
	await page.getByLabel("In stock only").check();
	await page.getByRole("button", { name: "Apply" }).click();
	await page.getByText("1 tool found").waitFor();
	expect(await names(page)).toEqual(["Ring spanner"]);
	await page.getByRole("link", { name: "Remove Up to $20.50" }).click();
	await page.getByRole("link", { name: "Remove In stock" }).click();
	await page.getByText("2 tools found").waitFor();
	await page.getByRole("link", { name: "Price, high to low" }).click();
	await page.waitForURL("**/tools?q=wrench&sort=price-down");
	expect(await names(page)).toEqual(["Pipe wrench", "Ring spanner"]);
});

test("the home page leads into a category, and back keeps the filters", async () => {
	const page = await browser.newPage();
	await page.goto("/");
	await page.getByRole("link", { name: "Lifting and support" }).click();
	await page.getByRole("heading", { level: 1, name: "Lifting and support" }).waitFor();
	expect(await names(page)).toEqual(["Axle stands"]);
	await page.getByLabel("In stock only").check();
	await page.waitForURL(/stock=in/);
	expect(addressOf(page)).toBe("/tools?category=lifting&stock=in");
	await page.getByRole("link", { name: "Blogs" }).first().click();
	await page.getByRole("heading", { level: 1, name: "Blogs" }).waitFor();
	await page.goBack();
	await page.getByRole("heading", { level: 1, name: "Lifting and support" }).waitFor();
	expect(await page.getByLabel("In stock only").isChecked()).toBe(true);
	await page.goBack();
	await page.waitForURL(/category=lifting$/);
	await page.getByRole("checkbox", { name: "In stock only", checked: false }).waitFor();
});

test("suggestions: arrows walk, Escape closes, Enter opens, all by keyboard", async () => {
	const page = await browser.newPage({ allowedProblems: [/404/] });
	await page.goto("/tools");
	const field = box(page);
	await field.focus();
	await ready(page);
	await field.pressSequentially("wren");
	const options = page.getByRole("option");
	await options.nth(2).waitFor();
	expect(await field.getAttribute("aria-expanded")).toBe("true");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	const chosen = page.getByRole("option", { selected: true });
	expect(await chosen.getAttribute("id")).toBe(await field.getAttribute("aria-activedescendant"));
	await page.keyboard.press("Escape");
	await options.first().waitFor({ state: "hidden" });
	expect(await field.inputValue()).toBe("wren");
	await page.keyboard.press("ArrowUp");
	await page.keyboard.press("Enter");
	await page.waitForURL("**/tools?q=wren");
	await page.getByRole("heading", { name: "Results for “wren”" }).waitFor();
});

test("suggestions: what was typed before their script loads is searched too", async () => {
	const page = await browser.newPage();
	const held = Promise.withResolvers<void>();
	await page.route(/suggestions-.*\.js/, async (route) => {
		await held.promise;
		await route.continue();
	});
	await page.goto("/");
	await box(page).click();
	await box(page).pressSequentially("wren");
	held.resolve();
	await page.getByRole("option").nth(2).waitFor();
});

test.each([true, false])(
	"on a phone the opened search has the focus (script: %s)",
	async (javaScript) => {
		const page = await browser.newPage({ ...phone, javaScript });
		const held = Promise.withResolvers<void>();
		await page.route(/\.js$/, async (route) => {
			await held.promise;
			await route.continue();
		});
		await page.goto("/", { waitUntil: "commit" });
		await page.getByRole("button", { name: "Find tools" }).click();
		await page.keyboard.type("ax");
		held.resolve();
		if (javaScript) await ready(page);
		await page.keyboard.type("le");
		expect(await box(page).inputValue()).toBe("axle");
		await page.keyboard.press("Enter");
		await page.getByRole("heading", { name: "Results for “axle”" }).waitFor();
	},
);

test("on a wide screen an opened page does not focus its search", async () => {
	const page = await browser.newPage();
	await page.goto("/");
	expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
});

test("suggestions: a touch opens the tool", async () => {
	const page = await browser.newPage({ ...phone, allowedProblems: [/404/] });
	await page.goto("/");
	await page.getByRole("button", { name: "Find tools" }).click();
	await ready(page);
	await box(page).pressSequentially("axle");
	await page.getByRole("option", { name: /Axle stands/ }).click();
	await page.waitForURL(/\/tools\/\w+$/);
});

test("on a phone the filters open over the tools, and close when one is chosen", async () => {
	const page = await browser.newPage(phone);
	await page.goto("/tools");
	const panel = page.locator("#tool-filters");
	expect(await panel.isVisible()).toBe(false);
	await page.getByRole("button", { name: "Sort and filter" }).click();
	await panel.getByRole("link", { name: /Spanners and sockets/ }).click();
	await page.getByRole("heading", { level: 1, name: "Spanners and sockets" }).waitFor();
	expect(await panel.isVisible()).toBe(false);
	expect(await names(page)).toEqual(["Ring spanner"]);
	const wide = await page.evaluate(() => document.documentElement.scrollWidth);
	expect(wide).toBe(phone.width);
});

test("the catalogue loads no suggestions before the search is focused", async () => {
	const page = await browser.newPage();
	const scripts = recordScripts(page);
	const ofSuggestions = () => scripts.urls().filter((url) => url.includes("suggestions"));
	await page.goto("/tools?q=wrench", { waitUntil: "networkidle" });
	expect(ofSuggestions()).toEqual([]);
	await page.getByLabel("Find tools", { exact: true }).and(page.locator("input:visible")).focus();
	await expect.poll(ofSuggestions).not.toEqual([]);
});
