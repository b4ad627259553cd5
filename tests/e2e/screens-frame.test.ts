import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { startBrowser, waitForToken } from "../support/browser.ts";
import { logIn } from "../support/log-in.ts";
import { validPassword } from "../support/passwords.ts";
import { smallPicture } from "../support/pictures.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

const getNavbar = (page: Page) => page.getByRole("navigation", { name: "Main" });

const readNavbarItems = (page: Page) =>
	getNavbar(page)
		.locator("a, button")
		.evaluateAll((items) =>
			items.map((item) => [
				item.textContent,
				item.getAttribute("href") ?? item.closest("form")?.getAttribute("action"),
			]),
		);

test("a signed-in user's navbar shows Dashbord and replaces Login with SignOut, each on one line", async () => {
	const page = await browser.newPage({ account: await createAccount(shop), javaScript: false });
	await page.goto("/dashbord");
	expect(await readNavbarItems(page)).toEqual([
		["Home", "/"],
		["Dashbord", "/dashbord"],
		["Blogs", "/blogs"],
		["Portfolio", "/potfolio"],
		["SignOut", "/login"],
	]);
	const heights = await getNavbar(page)
		.locator("a, button")
		.evaluateAll((items) =>
			items.map((item) => {
				const text = document.createRange();
				text.selectNodeContents(item);
				return text.getBoundingClientRect().height;
			}),
		);
	expect(Math.max(...heights)).toBeLessThan(30);
});

test("the navbar stays at the top and, on a small screen, moves its links into a menu", async () => {
	const page = await browser.newPage();
	await page.goto("/signup");
	await page.goto("/");
	await page.mouse.wheel(0, 900);
	await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
	expect((await page.getByRole("banner").boundingBox())?.y).toBe(0);
	await page.setViewportSize({ width: 390, height: 800 });
	const link = getNavbar(page).getByRole("link", { name: "Portfolio" });
	expect(await link.count()).toBe(0);
	await page.getByRole("button", { name: "Menu", exact: true }).click();
	await link.waitFor();
	expect(await page.getByRole("button", { name: "Dashboard menu" }).count()).toBe(0);
});

test("a login stores accessToken in localStorage and also applies to other tabs", async () => {
	const { email } = await createAccount(shop, { password: validPassword });
	const page = await browser.newPage();
	await page.goto("/login");
	await logIn(page, email);
	await page.waitForURL("/");
	await waitForToken(page);
	const token = await page.evaluate(() => localStorage.getItem("accessToken"));
	const response = await shop.fetch(`/orders/${email}`, {
		headers: { Authorization: `Bearer ${token}` },
	});
	expect(response.status).toBe(200);
	const tab = await page.context().newPage();
	await tab.goto("/dashbord");
	expect(await tab.getByLabel("Email").inputValue()).toBe(email);
});

test("a page that needs a session removes a leftover accessToken and redirects to the login page", async () => {
	const page = await browser.newPage();
	await page.goto("/login");
	await page.evaluate(() => localStorage.setItem("accessToken", "expired"));
	await page.goto("/dashbord/myorders");
	await page.waitForURL("/login?from=%2Fdashbord%2Fmyorders");
	await waitForToken(page, null);
});

test("a user who signed out in another browser sees “No user is logged in” after submitting a form", async () => {
	const account = await createAccount(shop);
	const page = await browser.newPage({ account, allowedProblems: [/status of 401/] });
	await page.goto("/dashbord/addreview");
	await page.getByLabel("Review").fill("Turns well.");
	await page.getByLabel("Ratings").fill("5");
	await page.getByLabel("Image").setInputFiles(smallPicture);
	await page.locator("img[src^='/images/']").waitFor();
	await account.fetch("/auth/logout", { method: "POST" });
	await page.getByRole("button", { name: "Add Review" }).click();
	await page.getByRole("alert").getByText("No user is logged in").waitFor();
	expect(new URL(page.url()).pathname).toBe("/dashbord/addreview");
	expect(await page.getByLabel("Review").inputValue()).toBe("Turns well.");
});
