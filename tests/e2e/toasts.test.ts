import type { Locator } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { offlineMessage } from "#contract/loading-messages.ts";
import { createId } from "#worker/auth/tokens.ts";
import { createAccount } from "../support/accounts.ts";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { isFocused } from "../support/keyboard.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

async function showToast() {
	const page = await browser.newPage({ mockClock: true });
	await page.goto("/login");
	await page.clock.pauseAt(Date.now() + 60_000);
	await page.getByLabel("Email").fill(`${createId()}@example.com`);
	await page.getByRole("button", { name: "forget Password?" }).click();
	const toast = page.getByText("email sent", { exact: true });
	await toast.waitFor();
	return { page, toast };
}

test("a toast is shown at the top right for 5000 ms and stays while the pointer is on it", async () => {
	const { page, toast } = await showToast();
	const { x = 0, y = 0, width = 0 } = (await toast.boundingBox()) ?? {};
	expect(x + width).toBeGreaterThan(1280 - 360);
	expect(y).toBeLessThan(160);
	await toast.hover();
	await page.clock.runFor(20_000);
	expect(await toast.isVisible()).toBe(true);
	await page.mouse.move(10, 600);
	await page.clock.runFor(4_000);
	expect(await toast.isVisible()).toBe(true);
	await page.clock.runFor(1_000);
	await toast.waitFor({ state: "detached" });
});

test.each([
	["/login", "shopper"],
	["/dashbord/myorders", "shopper"],
	["/dashbord/manageAllorders", "admin"],
] as const)(
	"on a phone, a three-line toast is above the heading of %s and has a large Dismiss button",
	async (path, role) => {
		const account = path === "/login" ? undefined : await createAccount(shop, { role });
		const page = await browser.newPage({ width: 390, ...(account && { account }) });
		const text = errors.basket_changed.message;
		const value = encodeURIComponent(JSON.stringify({ kind: "error", text }));
		await page.context().addCookies([{ name: "flash", value, url: shop.url }]);
		await page.goto(path);
		const dismissButton = page.getByRole("button", { name: "Dismiss" });
		await dismissButton.waitFor();
		const getBox = async (locator: Locator) => {
			const { x = 0, y = 0, width = 0, height = 0 } = (await locator.boundingBox()) ?? {};
			return { width, height, right: x + width, top: y, bottom: y + height };
		};
		const toast = await getBox(page.locator(".toasts > *"));
		expect(toast.height, "three lines").toBeGreaterThan(70);
		expect(toast.bottom).toBeLessThanOrEqual((await getBox(page.locator("h1"))).top);
		expect(toast.right).toBeGreaterThan(360);
		expect(toast.right).toBeLessThanOrEqual(390);
		expect(await getBox(dismissButton)).toMatchObject({ width: 44, height: 44 });
	},
);

test("a toast stays while focus is in it; Escape closes it and returns focus", async () => {
	const { page, toast } = await showToast();
	const emailField = page.getByLabel("Email");
	await emailField.focus();
	await page.getByRole("button", { name: "Dismiss" }).focus();
	await page.clock.runFor(20_000);
	expect(await toast.isVisible()).toBe(true);
	await emailField.focus();
	await page.clock.runFor(4_000);
	expect(await toast.isVisible()).toBe(true);
	await page.getByRole("button", { name: "Dismiss" }).focus();
	await page.keyboard.press("Escape");
	await page.clock.runFor(100);
	await toast.waitFor({ state: "detached" });
	expect(await isFocused(emailField)).toBe(true);
});

test("a dashboard toast stays while the pointer or focus is on it, and closes 5000 ms after both have left", async () => {
	const account = await createAccount(shop);
	const allowedProblems = [/ERR_INTERNET_DISCONNECTED|Failed to fetch/];
	const page = await browser.newPage({ mockClock: true, account, allowedProblems });
	await page.goto("/dashbord/addresses");
	await waitForHydration(page);
	await page.clock.pauseAt(Date.now() + 60_000);
	await page.context().setOffline(true);
	await page.getByRole("link", { name: "Blogs" }).first().click();
	await page.getByText(offlineMessage).hover();
	const dismissButton = page.getByRole("button", { name: "Dismiss" });
	await dismissButton.focus();
	await page.clock.runFor(20_000);
	await page.mouse.move(10, 600);
	await page.clock.runFor(20_000);
	expect(await dismissButton.isVisible()).toBe(true);
	await page.getByRole("link", { name: "My profile" }).first().focus();
	await page.clock.runFor(3_000);
	expect(await dismissButton.isVisible()).toBe(true);
	await page.clock.runFor(3_000);
	await dismissButton.waitFor({ state: "detached" });
});

test("after a redirect, a message is announced, can be dismissed, and appears only once", async () => {
	const { page, toast } = await showToast();
	const region = page.getByRole("region", { name: "Messages" });
	expect(await region.getAttribute("aria-live")).toBe("polite");
	expect(await region.getByText("email sent").count()).toBe(1);
	expect(await toast.count()).toBe(1);
	await page.getByRole("button", { name: "Dismiss" }).click();
	await page.clock.runFor(100);
	await toast.waitFor({ state: "detached" });
	await page.reload();
	await page.getByRole("heading", { name: "Login" }).waitFor();
	await page.clock.runFor(1_000);
	expect(await toast.count()).toBe(0);
});

test("on a phone, a message about a tool does not break in a measure, with and without JavaScript", async () => {
	const name = "Impact socket set, 1/2 in, 10–32 mm, 19 pieces";
	const { id } = await createProduct(shop, { name });
	for (const javaScript of [true, false]) {
		const page = await browser.newPage({ width: 390, javaScript });
		await page.goto(`/tools/${id}`);
		await page.getByRole("button", { name: "Add to basket" }).click();
		const message = page.locator(".toasts span").filter({ hasText: name });
		await message.waitFor();
		expect(await message.locator(".whitespace-nowrap").allTextContents()).toEqual([
			"10 in",
			"1/2 in",
			"10–32 mm",
			"19 pieces",
		]);
	}
});

test("on a laptop, the message about a tool with a long name does not cover the heading", async () => {
	const name = "Heavy-Duty Impact Socket Set, Metric, 1/2 in Drive, 10–32 mm, 19 pieces, in Case";
	const { id } = await createProduct(shop, { name });
	const page = await browser.newPage();
	await page.goto(`/tools/${id}`);
	await page.getByRole("button", { name: "Add to basket" }).click();
	const toast = page.locator(".toasts > *");
	const { y = 0, height = 0 } = (await toast.boundingBox()) ?? {};
	expect(y + height).toBeLessThanOrEqual((await page.locator("h1").boundingBox())?.y ?? 0);
	await toast.getByRole("link", { name: "View basket" }).click();
	await page.waitForURL("/basket");
});
