import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
afterAll(() => shop.stop());

/**
 * Responds with 404 to requests for one script, and to HEAD requests for all others, as the shop would after a new deployment. The page
 * sends a HEAD request to learn whether a deployment has deleted the importing script (`reloadIfOutdated`).
 */
async function removeScript(page: Page, missingScript: RegExp) {
	await page.route(missingScript, (route) => route.fulfill({ status: 404 }));
	await page.route(/\/assets\/[\w-]+\.js/, (route) =>
		route.request().method() === "HEAD" ? route.fulfill({ status: 404 }) : route.fallback(),
	);
}

const recordDocumentUrls = (page: Page) => {
	const urls: string[] = [];
	page.on("request", (request) => {
		if (request.isNavigationRequest()) urls.push(request.url());
	});
	return urls;
};

test("after a deployment, a page whose script is missing reloads once and then reports the error", async () => {
	const page = await browser.newPage({ allowedProblems: [/404/] });
	const documentUrls = recordDocumentUrls(page);
	await removeScript(page, /sales-chart-lines/);
	await page.goto("/");
	await page.getByRole("heading", { name: "Get selling information" }).scrollIntoViewIfNeeded();
	await page.getByText("Loading chunk sales-chart failed").waitFor();
	expect(documentUrls).toHaveLength(2);
	await page.getByRole("button", { name: "Retry" }).click();
	await page.getByText("Loading chunk sales-chart failed").waitFor();
	expect(documentUrls).toHaveLength(2);
});

test("after a deployment, a page whose chart script is missing reloads once and shows an error in place of the chart", async () => {
	const page = await browser.newPage({ allowedProblems: [/40[04]/] });
	const documentUrls = recordDocumentUrls(page);
	await removeScript(page, /\/sales-chart-(?!lines)/);
	await page.goto("/");
	await page.getByRole("heading", { name: "Get selling information" }).scrollIntoViewIfNeeded();
	await page.getByText("Loading chunk sales-chart failed").waitFor();
	expect(documentUrls).toHaveLength(2);
});

test("after a deployment, a form whose script is missing is validated by the server", async () => {
	const page = await browser.newPage({ allowedProblems: [/40[04]/] });
	const documentUrls = recordDocumentUrls(page);
	const missingScript = /\/check-form-/;
	await removeScript(page, missingScript);
	const notFoundResponse = page.waitForResponse(missingScript);
	await page.goto("/login");
	await page.getByLabel("Email").fill("nobody");
	await notFoundResponse;
	await page.getByRole("button", { name: "Login", exact: true }).click();
	await page.getByText("Please provide a valid email").waitFor();
	expect(await page.getByLabel("Email").inputValue()).toBe("nobody");
	expect(documentUrls).toHaveLength(2);
});

test("after a deployment, a dashboard link whose script is missing reloads the page once and then works", async () => {
	const page = await browser.newPage({
		account: await createAccount(shop),
		allowedProblems: [
			/status of 404/,
			/Error loading route module|Failed to fetch dynamically imported module/,
		],
	});
	await page.goto("/dashbord");
	const documentUrls = recordDocumentUrls(page);
	await page.route(/\/assets\/add-review-/, (route) =>
		documentUrls.length > 0 ? route.continue() : route.fulfill({ status: 404 }),
	);
	const reloaded = page.waitForEvent("domcontentloaded");
	await page.getByRole("link", { name: "Add Review" }).click();
	await reloaded;
	await waitForHydration(page);
	await page.getByRole("link", { name: "Add Review" }).click();
	await page.getByRole("heading", { name: "Add Review" }).waitFor();
	expect(documentUrls).toEqual([`${shop.url}/dashbord`]);
});
