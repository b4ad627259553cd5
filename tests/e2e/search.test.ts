import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { delayRequests, startBrowser, waitForHydration } from "../support/browser.ts";
import { isFocused } from "../support/keyboard.ts";
import { recordScripts } from "../support/page-weight.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

await createProduct(shop, { name: "Ring spanner", category: "spanners-sockets" });
await createProduct(shop, { name: "Pipe wrench", priceCents: 4500, quantity: 3 });
await createProduct(shop, { name: "Axle stands", category: "lifting" });

const phone = { width: 390, height: 844 };
const readProductNames = (page: Page) => page.locator(".product-card h3").allInnerTexts();
const getPathWithQuery = (page: Page) => {
	const { pathname, search } = new URL(page.url());
	return pathname + search;
};
const getSearchField = (page: Page) =>
	page.getByLabel("Find tools", { exact: true }).and(page.locator("input:visible"));

/** Waits until the suggestions' script has loaded. */
const waitForSuggestions = (page: Page) =>
	page.getByRole("combobox", { name: "Find tools" }).waitFor();

test("the home page links to categories, and the back button restores the filters", async () => {
	const page = await browser.newPage();
	await page.goto("/");
	await page.getByRole("link", { name: "Lifting and support" }).click();
	await page.getByRole("heading", { level: 1, name: "Lifting and support" }).waitFor();
	expect(await readProductNames(page)).toEqual(["Axle stands"]);
	await page.getByLabel("In stock only").check();
	await page.waitForURL(/stock=in/);
	expect(getPathWithQuery(page)).toBe("/tools?category=lifting&stock=in");
	await page.getByRole("link", { name: "Blogs" }).first().click();
	await page.getByRole("heading", { level: 1, name: "Blogs" }).waitFor();
	await page.goBack();
	await page.getByRole("heading", { level: 1, name: "Lifting and support" }).waitFor();
	expect(await page.getByLabel("In stock only").isChecked()).toBe(true);
	await page.goBack();
	await page.waitForURL(/category=lifting$/);
	await page.getByRole("checkbox", { name: "In stock only", checked: false }).waitFor();
});

test("the keyboard controls the suggestions: arrows select, Escape closes, Enter searches", async () => {
	const page = await browser.newPage({ allowedProblems: [/404/] });
	await page.goto("/tools");
	const field = getSearchField(page);
	await field.focus();
	await waitForSuggestions(page);
	await field.pressSequentially("wren");
	const options = page.getByRole("option");
	await options.nth(2).waitFor();
	expect(await field.getAttribute("aria-expanded")).toBe("true");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	const selectedOption = page.getByRole("option", { selected: true });
	expect(await selectedOption.getAttribute("id")).toBe(
		await field.getAttribute("aria-activedescendant"),
	);
	await page.keyboard.press("Escape");
	await options.first().waitFor({ state: "hidden" });
	expect(await field.inputValue()).toBe("wren");
	await page.keyboard.press("ArrowUp");
	await page.keyboard.press("Enter");
	await page.waitForURL("**/tools?q=wren");
	await page.getByRole("heading", { name: "Results for “wren”" }).waitFor();
});

test("suggestions without a matching tool link to all tools", async () => {
	const page = await browser.newPage();
	await page.goto("/");
	await getSearchField(page).focus();
	await waitForSuggestions(page);
	await page.keyboard.type("zzzz");
	const suggestions = page.getByRole("listbox", { name: "Suggestions" });
	const [field, list] = [await getSearchField(page).boundingBox(), await suggestions.boundingBox()];
	expect(list?.x).toBe(field?.x);
	expect(list?.y).toBeGreaterThan((field?.y ?? 0) + (field?.height ?? 0));
	await page.getByRole("option", { name: "No results for “zzzz”. See all tools" }).click();
	await page.waitForURL("/tools");
});

test("text typed before the suggestions' script loads gets suggestions", async () => {
	const page = await browser.newPage();
	const continueScript = await delayRequests(page, /suggestions-.*\.js/);
	await page.goto("/");
	await getSearchField(page).click();
	await getSearchField(page).pressSequentially("wren");
	continueScript();
	await page.getByRole("option").nth(2).waitFor();
});

test.each([true, false])(
	"on a phone, opening the search field focuses it (JavaScript: %s)",
	async (javaScript) => {
		const page = await browser.newPage({ ...phone, javaScript });
		const continueScript = await delayRequests(page, /\.js$/);
		await page.goto("/", { waitUntil: "commit" });
		await page.getByRole("button", { name: "Find tools" }).click();
		await page.keyboard.type("ax");
		continueScript();
		if (javaScript) await waitForSuggestions(page);
		await page.keyboard.type("le");
		expect(await getSearchField(page).inputValue()).toBe("axle");
		await page.keyboard.press("Enter");
		await page.getByRole("heading", { name: "Results for “axle”" }).waitFor();
	},
);

test("on a phone, a click on a suggestion opens the tool", async () => {
	const page = await browser.newPage({ ...phone, allowedProblems: [/404/] });
	await page.goto("/");
	await page.getByRole("button", { name: "Find tools" }).click();
	await waitForSuggestions(page);
	await getSearchField(page).pressSequentially("axle");
	await page.getByRole("option", { name: /Axle stands/ }).click();
	await page.waitForURL(/\/tools\/\w+$/);
});

test.each(["/", "/tools"])(
	"on a phone, %s shows each tool's name next to its picture",
	async (path) => {
		const page = await browser.newPage(phone);
		await page.goto(path);
		const card = page.locator(".product-card").first();
		const [picture, title] = [card.getByRole("presentation"), card.getByRole("heading")];
		const [pictureBox, titleBox] = [await picture.boundingBox(), await title.boundingBox()];
		expect(titleBox?.x).toBeGreaterThan((pictureBox?.x ?? 0) + (pictureBox?.width ?? 0));
		expect((await card.boundingBox())?.height).toBeLessThan(200);
	},
);

test("on a phone, the filters open over the tools and close after a selection", async () => {
	const page = await browser.newPage(phone);
	await page.goto("/tools");
	const panel = page.locator("#tool-filters");
	expect(await panel.isVisible()).toBe(false);
	await page.getByRole("button", { name: "Sort and filter" }).click();
	await panel.getByRole("link", { name: /Wrenches and sockets/ }).click();
	await page.getByRole("heading", { level: 1, name: "Wrenches and sockets" }).waitFor();
	expect(await panel.isVisible()).toBe(false);
	expect(await readProductNames(page)).toEqual(["Ring spanner"]);
	const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
	expect(scrollWidth).toBe(phone.width);
});

test("on a wide screen, loading a page neither focuses the search field nor loads the suggestions' script", async () => {
	const page = await browser.newPage();
	const scripts = recordScripts(page);
	const getSuggestionScriptUrls = () =>
		scripts.getUrls().filter((url) => url.includes("suggestions"));
	await page.goto("/tools?q=wrench", { waitUntil: "networkidle" });
	expect(getSuggestionScriptUrls()).toEqual([]);
	expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
	await getSearchField(page).focus();
	await expect.poll(getSuggestionScriptUrls).not.toEqual([]);
});

test("the “In stock only” checkbox has focus after it filters the tools, but not after a reload", async () => {
	const page = await browser.newPage();
	await page.goto("/tools");
	await waitForHydration(page);
	const checkbox = page.getByLabel("In stock only");
	await checkbox.focus();
	await checkbox.press("Space");
	await page.waitForURL(/stock=in/);
	await expect.poll(() => isFocused(checkbox)).toBe(true);
	await page.reload();
	await waitForHydration(page);
	expect(await isFocused(checkbox)).toBe(false);
});
