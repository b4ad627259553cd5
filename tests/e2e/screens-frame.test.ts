import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { canOpen } from "#contract/permissions.ts";
import { type Role, roleNames } from "#contract/roles.ts";
import { createAccount } from "../support/accounts.ts";
import { startBrowser } from "../support/browser.ts";
import { smallPicture } from "../support/pictures.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
afterAll(() => shop.stop());

const navbar = (page: Page) => page.getByRole("navigation", { name: "Main" });

const navbarItems = (page: Page) =>
	navbar(page)
		.locator("a, button")
		.evaluateAll((items) =>
			items.map((item) => [
				item.textContent,
				item.getAttribute("href") ?? item.closest("form")?.getAttribute("action"),
			]),
		);

test("the navbar of a visitor links to Home, Blogs, Portfolio and Login", async () => {
	const page = await browser.newPage({ javaScript: false });
	await page.goto("/login");
	expect(await navbarItems(page)).toEqual([
		["Home", "/"],
		["Blogs", "/blogs"],
		["Portfolio", "/potfolio"],
		["Login", "/login"],
	]);
	const wordmark = page.getByRole("banner").getByRole("link", { name: "Torque Tool Depot" });
	expect(await wordmark.getAttribute("href")).toBe("/");
	expect(await wordmark.locator("b").textContent()).toBe("Tool");
});

test("the navbar of a user has Dashbord, and SignOut instead of Login, each on one line", async () => {
	const page = await browser.newPage({ account: await createAccount(shop), javaScript: false });
	await page.goto("/dashbord");
	expect(await navbarItems(page)).toEqual([
		["Home", "/"],
		["Dashbord", "/dashbord"],
		["Blogs", "/blogs"],
		["Portfolio", "/potfolio"],
		["SignOut", "/login"],
	]);
	const heights = await navbar(page)
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

test("the navbar stays at the top, and on a small screen its links are in a menu", async () => {
	const page = await browser.newPage();
	await page.goto("/signup");
	await page.goto("/");
	await page.mouse.wheel(0, 900);
	await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
	expect((await page.getByRole("banner").boundingBox())?.y).toBe(0);
	await page.setViewportSize({ width: 390, height: 800 });
	const link = navbar(page).getByRole("link", { name: "Portfolio" });
	expect(await link.count()).toBe(0);
	await page.getByRole("button", { name: "Menu", exact: true }).click();
	await link.waitFor();
	expect(await page.getByRole("button", { name: "Dashboard menu" }).count()).toBe(0);
});

test("the footer of every page has text links", async () => {
	const account = await createAccount(shop);
	for (const path of ["/", "/blogs", "/potfolio", "/dashbord", "/none"]) {
		const html = await (await account.fetch(path)).text();
		const [footer = ""] = /<footer.*<\/footer>/s.exec(html) ?? [];
		const links = [...footer.matchAll(/<a [^>]*href="[^"]*"[^>]*>(.*?)<\/a>/gs)];
		const labels = links.map(([, label]) => label);
		expect(labels, path).toEqual(expect.arrayContaining(["About", "Blogs", "FAQs"]));
		expect(labels.join(), path).not.toContain("<");
	}
});

type MenuItem = readonly [label: string, path: string];

const menus: { admin: MenuItem[] } & Partial<Record<Role, MenuItem[]>> = {
	shopper: [
		["My profile", "/dashbord/myprofile"],
		["My Orders", "/dashbord/myorders"],
		["My Quotes", "/dashbord/myquotes"],
		["Saved Lists", "/dashbord/lists"],
		["Add Review", "/dashbord/addreview"],
	],
	admin: [
		["Overview", "/dashbord/overview"],
		["My profile", "/dashbord/myprofile"],
		["Manage All Orders", "/dashbord/manageAllorders"],
		["New Order", "/dashbord/new-order"],
		["Quotes", "/dashbord/quotes"],
		["Packing Slips", "/dashbord/packing"],
		["Ship Orders", "/dashbord/ship"],
		["Add Products", "/dashbord/addproducts"],
		["Make an Admin", "/dashbord/makeAdmin"],
		["Manage Products", "/dashbord/manageProducts"],
		["Low stock", "/dashbord/stock"],
		["Import Products", "/dashbord/import"],
		["Manage Review", "/dashbord/manageReview"],
		["Messages", "/dashbord/messages"],
		["Newsletter", "/dashbord/subscribers"],
		["Money", "/dashbord/money"],
		["Audit log", "/dashbord/audit"],
		["Status", "/dashbord/status"],
	],
	fulfillment: [
		["My profile", "/dashbord/myprofile"],
		["Manage All Orders", "/dashbord/manageAllorders"],
		["Packing Slips", "/dashbord/packing"],
		["Ship Orders", "/dashbord/ship"],
	],
	catalogue: [
		["My profile", "/dashbord/myprofile"],
		["Add Products", "/dashbord/addproducts"],
		["Manage Products", "/dashbord/manageProducts"],
		["Low stock", "/dashbord/stock"],
		["Import Products", "/dashbord/import"],
	],
	support: [
		["My profile", "/dashbord/myprofile"],
		["Manage All Orders", "/dashbord/manageAllorders"],
		["New Order", "/dashbord/new-order"],
		["Quotes", "/dashbord/quotes"],
		["Manage Review", "/dashbord/manageReview"],
		["Messages", "/dashbord/messages"],
	],
};

/** The menu of a role that is not listed above: what it may open of the admin's menu. */
const derivedMenu = (role: Role) => menus.admin.filter(([, path]) => canOpen(role, path));

test("the menus of staff contain what they may open of the admin's", () => {
	expect(derivedMenu("fulfillment")).toEqual(menus.fulfillment);
	expect(derivedMenu("support")).toEqual(menus.support);
});

test.each(roleNames)(
	"the dashboard menu of the role %s is in the HTML of the page",
	async (role) => {
		const account = await createAccount(shop, { role });
		const html = await (await account.fetch("/dashbord")).text();
		const [menu = ""] = /<nav aria-label="Dashboard".*?<\/nav>/s.exec(html) ?? [];
		const links = menu.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs);
		const menuItems = Array.from(links, ([, path, label = ""]) => [
			label.replaceAll(/<.*?>/gs, ""),
			path,
		]);
		expect(menuItems).toEqual(menus[role] ?? derivedMenu(role));
	},
);

/** Opens a page that shows the toast 'email sent', and pauses its clock. */
test("a login sets accessToken in localStorage, and the session continues on the next page and in another tab", async () => {
	const { email } = await createAccount(shop, { password: "first long secret" });
	const page = await browser.newPage();
	await page.goto("/login");
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password", { exact: true }).fill("first long secret");
	await page.getByRole("button", { name: "Login" }).click();
	await page.waitForURL("/");
	await page.waitForFunction(() => localStorage.getItem("accessToken") !== null);
	const token = await page.evaluate(() => localStorage.getItem("accessToken"));
	const response = await shop.fetch(`/orders/${email}`, {
		headers: { Authorization: `Bearer ${token}` },
	});
	expect(response.status).toBe(200);
	const tab = await page.context().newPage();
	await tab.goto("/dashbord");
	expect(await tab.getByLabel("Email").inputValue()).toBe(email);
});

test("a page that needs a session removes a leftover accessToken and redirects to the login", async () => {
	const page = await browser.newPage();
	await page.goto("/login");
	await page.evaluate(() => localStorage.setItem("accessToken", "expired"));
	await page.goto("/dashbord/myorders");
	await page.waitForURL("/login?from=%2Fdashbord%2Fmyorders");
	await page.waitForFunction(() => localStorage.getItem("accessToken") === null);
});

test("a user who signed out in another browser and submits a form sees “No user is logged in”", async () => {
	const account = await createAccount(shop);
	const page = await browser.newPage({ account });
	await page.goto("/dashbord/addreview");
	await page.getByLabel("Review").fill("Turns well.");
	await page.getByLabel("Ratings").fill("5");
	await page.getByLabel("Image").setInputFiles(smallPicture);
	await page.locator("img[src^='/images/']").waitFor();
	await account.fetch("/auth/logout", { method: "POST" });
	await page.getByRole("button", { name: "Add Review" }).click();
	await page.getByText("No user is logged in", { exact: true }).waitFor();
	await page.waitForURL("/login?from=%2Fdashbord%2Faddreview");
});

test("a Google login leads back to the page that required it, and a canceled one is reported", async () => {
	const page = await browser.newPage({ allowedProblems: [/favicon/] });
	await page.goto("/dashbord/addreview");
	await page.getByRole("link", { name: "Continue with Google" }).click();
	await page.getByRole("button", { name: "Cancel" }).click();
	await page.getByText(errors.google_cancelled.message).waitFor();
	await page.getByRole("link", { name: "Continue with Google" }).click();
	await page.getByRole("button", { name: "Riley Torres" }).click();
	await page.getByRole("heading", { name: "Add Review" }).waitFor();
	await page.goto("/dashbord");
	expect(await page.getByLabel("Name").inputValue()).toBe("Riley Torres");
});
