import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { offlineMessage } from "#contract/loading-messages.ts";
import { orders } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { breakTable } from "../support/broken-table.ts";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { createCheckoutHelpers } from "../support/checkout.ts";
import { isFocused } from "../support/keyboard.ts";
import { connectionLost } from "../support/outage.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const checkout = createCheckoutHelpers(shop, await createProduct(shop, { quantity: 1_000 }));
const browser = startBrowser(shop);
afterAll(() => shop.stop());

/** Records a problem whenever the document has no styles or is not in the dark theme. */
const watchDocument = (page: Page) =>
	page.evaluate(() => {
		const problems: string[] = [];
		const checkDocument = () => {
			const { documentElement: html, styleSheets } = document;
			if (html.dataset.theme !== "dark") problems.push(`theme ${html.dataset.theme}`);
			if (styleSheets.length === 0) problems.push("no styles");
		};
		const observer = new MutationObserver(checkDocument);
		observer.observe(document, { subtree: true, childList: true, attributes: true });
		const checkEachFrame = () => {
			checkDocument();
			requestAnimationFrame(checkEachFrame);
		};
		checkEachFrame();
		Object.assign(window, { problems });
	});

const readProblems = (page: Page) =>
	page.evaluate(() => [...new Set((window as unknown as { problems: string[] }).problems)]);

const allowedProblems = [
	/status of 4\d\d/,
	/status of 5\d\d/,
	/response: 503/,
	/ERR_CONNECTION_REFUSED/,
];

async function openInDarkTheme(account: Awaited<ReturnType<typeof createAccount>>, path: string) {
	const page = await browser.newPage({ account, allowedProblems });
	const { url } = shop;
	await page.context().addCookies([{ name: "theme", value: "dark", url }]);
	await page.goto(path);
	await waitForHydration(page);
	await watchDocument(page);
	return page;
}

/** Expects that the heading of the error page has focus, and that the document has kept its styles and theme. */
async function expectErrorPage(page: Page, title: string) {
	const heading = page.getByRole("heading", { level: 1, name: title });
	await heading.waitFor();
	expect(await isFocused(heading)).toBe(true);
	expect(await readProblems(page)).toEqual([]);
	const darkButton = page.getByRole("button", { name: "Dark" });
	expect(await darkButton.getAttribute("aria-pressed")).toBe("true");
}

const getDashboardMenu = (page: Page) => page.getByRole("navigation", { name: "Dashboard" });

test("the 404 page for a deleted order keeps the theme, styles and menu, and links to My Orders", async () => {
	const account = await createAccount(shop);
	const orderId = await checkout.placeOrder(account);
	const page = await openInDarkTheme(account, "/dashbord/myorders");
	await shop.db.delete(orders).where(eq(orders.id, orderId));
	await page.getByRole("link", { name: checkout.product.name }).click();
	await expectErrorPage(page, errors.order_not_found.message);
	expect(await page.title()).toMatch(/^404 – /);
	expect(await page.locator("meta[name=robots]").getAttribute("content")).toBe("noindex");
	expect(await getDashboardMenu(page).getByRole("link", { name: "My Orders" }).isVisible()).toBe(
		true,
	);
	await getDashboardMenu(page).getByRole("link", { name: "My profile" }).click();
	await page.getByRole("heading", { name: "My profile" }).waitFor();
	expect(await readProblems(page)).toEqual([]);
});

test("the 404 page for an unknown product has the chosen theme", async () => {
	const account = await createAccount(shop);
	const page = await browser.newPage({ account, allowedProblems });
	const { url } = shop;
	await page.context().addCookies([{ name: "theme", value: "dark", url }]);
	const response = await page.goto(`/tools/${"0".repeat(24)}`);
	expect(response?.status()).toBe(404);
	await page.getByRole("heading", { level: 1, name: errors.product_not_found.message }).waitFor();
	expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
	expect(await page.locator("link[rel=canonical]").count()).toBe(0);
	expect(await page.locator("head script[src]").count()).toBe(1);
	expect(await page.locator("script:not([src])").count()).toBe(0);
	await page.getByRole("link", { name: "See all tools" }).click();
	await page.waitForURL("/tools");
});

test("if the shop is not reachable, an error page offers to try again", async () => {
	const page = await openInDarkTheme(await createAccount(shop), "/dashbord/myorders");
	let isOffline = true;
	await page.route("**/dashbord/myprofile.data*", (route) =>
		isOffline ? route.abort("connectionrefused") : route.continue(),
	);
	await getDashboardMenu(page).getByRole("link", { name: "My profile" }).click();
	await expectErrorPage(page, offlineMessage);
	isOffline = false;
	await page.getByRole("link", { name: "Try again" }).click();
	await page.getByRole("heading", { name: "My profile" }).waitFor();
	expect(await readProblems(page)).toEqual([]);
});

test("during a database outage, the error page keeps the theme, styles and menu and offers to try again", async () => {
	const page = await openInDarkTheme(await createAccount(shop), "/dashbord/myorders");
	const repairTable = await breakTable(shop, "sessions", connectionLost);
	await getDashboardMenu(page).getByRole("link", { name: "My profile" }).click();
	await expectErrorPage(page, errors.unavailable.message);
	await page.getByText(/^Reference: /).waitFor();
	expect(await getDashboardMenu(page).getByRole("link", { name: "My Orders" }).isVisible()).toBe(
		true,
	);
	expect(await page.getByRole("link", { name: "Login" }).count()).toBe(0);
	await repairTable();
	await page.getByRole("link", { name: "Try again" }).click();
	await page.getByRole("heading", { name: "My profile" }).waitFor();
	expect(await readProblems(page)).toEqual([]);
});

test("a dashboard form that failed keeps its values and shows the reference of its request", async () => {
	const page = await browser.newPage({
		account: await createAccount(shop),
		allowedProblems: [...allowedProblems, /response: 500/],
	});
	await page.goto("/dashbord/addresses");
	await waitForHydration(page);
	const fields = { "Address name": "Workshop", Location: "1 Bench Road", Phone: "555 0100" };
	for (const [label, text] of Object.entries(fields))
		await page.getByLabel(label, { exact: true }).fill(text);
	const repairTable = await breakTable(shop, "addresses", "broken");
	const failed = page.waitForResponse((response) => response.status() === 500);
	await page.getByRole("button", { name: "Save address" }).click();
	const reference = (await failed).headers()["x-request-id"];
	const message = `${errors.internal_error.message} Reference: ${reference}`;
	await page.getByRole("main").getByText(message, { exact: true }).waitFor();
	expect(await page.getByLabel("Location").inputValue()).toBe("1 Bench Road");
	await repairTable();
});

test("a user stays signed in while sessions cannot be read", async () => {
	const page = await browser.newPage({ account: await createAccount(shop), allowedProblems });
	await page.goto("/dashbord/myprofile");
	const readToken = () => page.evaluate(() => localStorage.getItem("accessToken"));
	await expect.poll(readToken).toMatch(/./);
	const tokenBefore = await readToken();
	const repairTable = await breakTable(shop, "sessions", connectionLost);
	expect((await page.goto("/dashbord/myorders"))?.status()).toBe(503);
	await page.getByRole("heading", { name: errors.unavailable.message }).waitFor();
	await waitForHydration(page);
	expect(await page.getByRole("link", { name: "Login" }).count()).toBe(0);
	expect(await readToken()).toBe(tokenBefore);
	await repairTable();
	await page.getByRole("link", { name: "Try again" }).click();
	await page.getByRole("link", { name: "Dashbord" }).waitFor();
	expect(await readToken()).toBe(tokenBefore);
});
