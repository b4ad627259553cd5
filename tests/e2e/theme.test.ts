import type { Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { createAdmin } from "../support/accounts.ts";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const getThemeButton = (page: Page, name: string) =>
	page.getByRole("group", { name: "Theme" }).getByRole("button", { name });

const getBackgroundColor = (page: Page) =>
	page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

const getAriaPressed = (page: Page, name: string) =>
	getThemeButton(page, name).getAttribute("aria-pressed");

test("with JavaScript, a theme applies without a reload and is saved", async () => {
	const page = await browser.newPage();
	await page.emulateMedia({ colorScheme: "dark" });
	await page.goto("/login");
	const darkColor = await getBackgroundColor(page);
	await page.getByLabel("Email").fill("typed@example.com");
	const themeSaved = page.waitForResponse((response) => response.url().endsWith("/theme"));
	await getThemeButton(page, "Light").click();
	await expect.poll(() => getBackgroundColor(page)).not.toBe(darkColor);
	expect(await page.getByLabel("Email").inputValue()).toBe("typed@example.com");
	expect(await getAriaPressed(page, "Light")).toBe("true");
	await themeSaved;
	await page.reload();
	expect(await getBackgroundColor(page)).not.toBe(darkColor);
});

test("a page from the back/forward cache gets the theme that was selected in the meantime", async () => {
	const page = await browser.newPage();
	await page.goto("/login");
	const lightColor = await getBackgroundColor(page);
	await getThemeButton(page, "Dark").click();
	await expect.poll(() => getBackgroundColor(page)).not.toBe(lightColor);
	const goBack = async () => {
		await page.evaluate(() => {
			localStorage.setItem("theme", "light");
			dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
		});
		return getAriaPressed(page, "Light");
	};
	await expect.poll(goBack).toBe("true");
	expect(await getBackgroundColor(page)).toBe(lightColor);
});

test("a theme chosen in one tab applies to the other tabs", async () => {
	const page = await browser.newPage();
	const tab = await page.context().newPage();
	await page.goto("/login");
	await tab.goto("/blogs");
	await waitForHydration(tab);
	const lightColor = await getBackgroundColor(tab);
	await getThemeButton(page, "Dark").click();
	await expect.poll(() => getBackgroundColor(tab)).not.toBe(lightColor);
	expect(await getAriaPressed(tab, "Dark")).toBe("true");
});

test("with forced colors, the current page's link and the chosen theme look different from the others", async () => {
	const page = await browser.newPage({ account: await createAdmin(shop) });
	await page.emulateMedia({ forcedColors: "active" });
	await page.goto("/dashbord/manageProducts");
	const menu = page.getByRole("navigation", { name: "Dashboard" });
	const bar = page.getByRole("navigation", { name: "Main" });
	const getBackground = (control: Locator) =>
		control.evaluate((element) => getComputedStyle(element).backgroundColor);
	for (const [current, other] of [
		[
			menu.getByRole("link", { name: "Manage Products" }),
			menu.getByRole("link", { name: "Status" }),
		],
		[bar.getByRole("link", { name: "Dashbord" }), bar.getByRole("link", { name: "Home" })],
		[getThemeButton(page, "Auto"), getThemeButton(page, "Dark")],
	] as const) {
		expect(await getBackground(current)).not.toBe(await getBackground(other));
	}
});
