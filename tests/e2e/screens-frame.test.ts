import type { Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { canOpen } from "#contract/permissions.ts";
import { type Role, roleNames } from "#contract/roles.ts";
import { createId } from "#worker/auth/tokens.ts";
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
async function openToast() {
	const page = await browser.newPage({ mockClock: true });
	await page.goto("/login");
	await page.clock.pauseAt(Date.now() + 60_000);
	await page.getByLabel("Email").fill(`${createId()}@example.com`);
	await page.getByRole("button", { name: "forget Password?" }).click();
	const toast = page.getByText("email sent", { exact: true });
	await toast.waitFor();
	return { page, toast };
}

test("a toast is shown at the top right for 5000 ms, and stays while the pointer is on it", async () => {
	const { page, toast } = await openToast();
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
	"on a phone a toast of three lines is above the heading of %s, and can be dismissed by a finger",
	async (path, role) => {
		const account = path === "/login" ? undefined : await createAccount(shop, { role });
		const page = await browser.newPage({ width: 390, ...(account && { account }) });
		const text = errors.basket_changed.message;
		const value = encodeURIComponent(JSON.stringify({ kind: "error", text }));
		await page.context().addCookies([{ name: "flash", value, url: shop.url }]);
		await page.goto(path);
		const dismiss = page.getByRole("button", { name: "Dismiss" });
		await dismiss.waitFor();
		const boxOf = async (locator: Locator) => {
			const { x = 0, y = 0, width = 0, height = 0 } = (await locator.boundingBox()) ?? {};
			return { width, height, right: x + width, bottom: y + height, y };
		};
		const toast = await boxOf(page.locator(".toasts > *"));
		expect(toast.height, "three lines").toBeGreaterThan(70);
		expect(toast.bottom).toBeLessThanOrEqual((await boxOf(page.locator("h1"))).y);
		expect(toast.right).toBeGreaterThan(360);
		expect(toast.right).toBeLessThanOrEqual(390);
		expect(await boxOf(dismiss)).toMatchObject({ width: 44, height: 44 });
	},
);

test("a toast stays while the focus is in it; Escape closes it and returns the focus", async () => {
	const { page, toast } = await openToast();
	const email = page.getByLabel("Email");
	await email.focus();
	await page.getByRole("button", { name: "Dismiss" }).focus();
	await page.clock.runFor(20_000);
	expect(await toast.isVisible()).toBe(true);
	await email.focus();
	await page.clock.runFor(4_000);
	expect(await toast.isVisible()).toBe(true);
	await page.getByRole("button", { name: "Dismiss" }).focus();
	await page.keyboard.press("Escape");
	await page.clock.runFor(100);
	await toast.waitFor({ state: "detached" });
	expect(await email.evaluate((field) => field === document.activeElement)).toBe(true);
});

test("a message set before a redirect is announced, can be dismissed, and appears once", async () => {
	const { page, toast } = await openToast();
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
