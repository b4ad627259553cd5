import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { startBrowser } from "../support/browser.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

const button = (page: Page, name: string) =>
	page.getByRole("group", { name: "Theme" }).getByRole("button", { name });

const ground = (page: Page) =>
	page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

const pressed = (page: Page, name: string) => button(page, name).getAttribute("aria-pressed");

test("without script the colours change, on every page and after a reload", async () => {
	const page = await browser.newPage({ javaScript: false });
	await page.goto("/blogs");
	const light = await ground(page);
	await button(page, "Dark").click();
	await expect.poll(() => ground(page)).not.toBe(light);
	expect(new URL(page.url()).pathname).toBe("/blogs");
	await page.goto("/");
	expect(await ground(page)).not.toBe(light);
	expect(await pressed(page, "Dark")).toBe("true");
	await button(page, "Auto").click();
	await expect.poll(() => ground(page)).toBe(light);
	expect(await pressed(page, "Auto")).toBe("true");
});

test("with script they change in place, and hold", async () => {
	const page = await browser.newPage();
	await page.emulateMedia({ colorScheme: "dark" });
	await page.goto("/login");
	const dark = await ground(page);
	await page.getByLabel("Email").fill("typed@example.com");
	const kept = page.waitForResponse((response) => response.url().endsWith("/theme"));
	await button(page, "Light").click();
	await expect.poll(() => ground(page)).not.toBe(dark);
	expect(await page.getByLabel("Email").inputValue()).toBe("typed@example.com");
	expect(await pressed(page, "Light")).toBe("true");
	await kept;
	await page.reload();
	expect(await ground(page)).not.toBe(dark);
});

test("a page from the back/forward cache takes the theme that was chosen meanwhile", async () => {
	const page = await browser.newPage();
	await page.goto("/login");
	const light = await ground(page);
	await button(page, "Dark").click();
	await expect.poll(() => ground(page)).not.toBe(light);
	const goBack = async () => {
		await page.evaluate(() => {
			sessionStorage.setItem("theme", "light");
			dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
		});
		return pressed(page, "Light");
	};
	await expect.poll(goBack).toBe("true");
	expect(await ground(page)).toBe(light);
});
