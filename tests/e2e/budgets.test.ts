import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { createAccount, createResetToken } from "../support/accounts.ts";
import { delayRequests, startBrowser, waitForHydration } from "../support/browser.ts";
import { readLayoutShift, recordScripts, throttleNetwork } from "../support/page-weight.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = startBrowser(shop);
const product = await createProduct(shop, {
	description: "A tool that turns what other tools have tightened, and back again.",
});
const shopper = await createAccount(shop);
afterAll(() => shop.stop());

async function waitForFirstPaint(page: Page) {
	const countPaints = () => performance.getEntriesByName("first-contentful-paint").length;
	await expect.poll(() => page.evaluate(countPaints)).toBe(1);
}

test("on a slow network, a new visitor can read and use the home page before any script runs", async () => {
	const page = await browser.newPage({ width: 390, height: 844, emptyCache: true });
	const scripts = recordScripts(page);
	await throttleNetwork(page);
	await page.route(/\.js$/, () => undefined);
	await page.goto("/", { waitUntil: "commit" });
	await page.getByRole("heading", { level: 1 }).waitFor();
	await page.getByText(product.name).waitFor();
	await waitForFirstPaint(page);
	expect(scripts.getUrls()).toEqual([]);
	expect(await page.locator("script:not([src], [type='application/ld+json'])").count()).toBe(0);
	await page.getByRole("link", { name: `Purchase ${product.name}` }).click();
	await page.waitForURL(/\/login/, { waitUntil: "commit" });
});

/** Sizes after gzip. */
const [maxBytesBeforeUse, maxBytesAfterUse] = [10_000, 38_000];

test.each([
	["home", "/"],
	["tools", "/tools"],
	["a tool", `/tools/${product.id}`],
	["login", "/login"],
	["signup", "/signup"],
	["reset", `/reset-password?token=${await createResetToken(shop, shopper)}`],
	["purchase", `/purchase/${product.id}`],
])(
	"%s loads at most 10 kB of scripts, at most 38 kB after its form and search are used, and neither React nor Stripe.js",
	async (name, path) => {
		const account = name === "purchase" && { account: shopper };
		const page = await browser.newPage({ width: 1280, height: 844, emptyCache: true, ...account });
		// Forms that show prices load their scripts when the browser is idle, which the test simulates with `runIdleCallbacks`.
		await page.addInitScript(() => {
			const callbacks: (() => void)[] = [];
			const runIdleCallbacks = () => {
				for (const callback of callbacks) callback();
			};
			Object.assign(window, {
				runIdleCallbacks,
				requestIdleCallback: (callback: () => void) => callbacks.push(callback),
			});
		});
		const scripts = recordScripts(page);
		await page.goto(path, { waitUntil: "networkidle" });
		expect(await scripts.measureGzippedBytes()).toBeGreaterThan(0);
		expect(await scripts.measureGzippedBytes()).toBeLessThan(maxBytesBeforeUse);
		await page.evaluate("runIdleCallbacks()");
		const hasForm = ["login", "signup", "reset", "purchase"].includes(name);
		if (hasForm) {
			const checkResponse = page.waitForResponse(/form-check/);
			await page
				.locator("form[data-schema] :is(input, textarea):not([type=hidden])")
				.first()
				.focus();
			await checkResponse;
		}
		await page.getByRole("textbox", { name: "Find tools" }).first().fill("wrench");
		await page.getByRole("option").first().waitFor();
		await page.waitForLoadState("networkidle");
		expect(await scripts.measureGzippedBytes()).toBeGreaterThan(maxBytesBeforeUse);
		expect(await scripts.measureGzippedBytes()).toBeLessThan(maxBytesAfterUse);
		expect(
			scripts.getUrls().filter((url) => /\/(?:react|router|frame)-|stripe/i.test(url)),
		).toEqual([]);
	},
);

test("the home page loads the chart only when the chart scrolls into view", async () => {
	const page = await browser.newPage({ width: 390, height: 844, emptyCache: true });
	const scripts = recordScripts(page);
	await page.goto("/", { waitUntil: "networkidle" });
	const chartScript = /sales-chart/;
	expect(scripts.getUrls().filter((url) => chartScript.test(url))).toEqual([]);
	const chartResponse = page.waitForResponse(/sales-chart-lines/);
	await page.getByRole("heading", { name: "Get selling information" }).scrollIntoViewIfNeeded();
	await chartResponse;
});

test.each([
	["home", "/", 1280],
	["login", "/login", 1280],
	["blogs", "/blogs", 1280],
	["the basket", "/basket", 390],
	["purchase", `/purchase/${product.id}`, 1280],
])("nothing moves on %s when the font loads late", async (name, path, width) => {
	const page = await browser.newPage({
		width,
		emptyCache: true,
		...(name === "purchase" && { account: shopper }),
	});
	const loadFont = await delayRequests(page, /\.woff2$/);
	await page.goto(path, { waitUntil: "domcontentloaded" });
	await waitForFirstPaint(page);
	loadFont();
	await page.evaluate(() => document.fonts.ready);
	expect(await page.evaluate(() => document.fonts.check("16px Archivo"))).toBe(true);
	expect(await readLayoutShift(page)).toBeLessThan(0.001);
});

test("scripts, styles, fonts and icons have hashed names on the shop's origin and are cached as immutable", async () => {
	const page = await browser.newPage({ account: shopper, emptyCache: true });
	const cacheControls = new Map<string, string>();
	page.on("response", (response) =>
		cacheControls.set(response.url(), response.headers()["cache-control"] ?? ""),
	);
	await page.goto("/", { waitUntil: "networkidle" });
	const files = [...cacheControls].filter(([url]) =>
		/\.(js|css|woff2)$|\bicons\b.*\.svg$/.test(url),
	);
	expect(new Set(files.map(([url]) => url.split(".").at(-1)))).toEqual(
		new Set(["js", "css", "woff2", "svg"]),
	);
	for (const [url, cacheControl] of files) {
		expect(url).toMatch(new RegExp(`^${shop.url}/assets/[\\w.-]+-[\\w-]{8}\\.\\w+$`));
		expect(cacheControl).toContain("immutable");
	}
});

test("the dashboard loads its route manifest as a script and never requests /__manifest", async () => {
	const page = await browser.newPage({ account: shopper });
	const paths: string[] = [];
	page.on("request", (request) => paths.push(new URL(request.url()).pathname));
	await page.goto("/dashbord/myorders");
	await page.getByRole("link", { name: "My profile" }).click();
	await page.getByRole("heading", { name: "My profile" }).waitFor();
	expect(paths).toContainEqual(expect.stringMatching(/^\/assets\/manifest-/));
	expect(paths).not.toContain("/__manifest");
});

test("the dashboard menu requests a page's data once per click and prefetches it on hover", async () => {
	const page = await browser.newPage({ account: shopper, mockClock: true });
	const requests: string[] = [];
	page.on("request", (request) => requests.push(new URL(request.url()).pathname));
	const dataPath = "/dashbord/myorders.data";
	const delay = Promise.withResolvers<void>();
	await page.route(`**${dataPath}`, (route) => delay.promise.then(() => route.continue()));
	await page.goto("/dashbord/myprofile");
	await waitForHydration(page);
	await page.clock.pauseAt(Date.now() + 60_000);
	await page.getByRole("link", { name: "My Orders" }).click();
	await expect.poll(() => requests).toContain(dataPath);
	await page.clock.runFor(1_000);
	delay.resolve();
	await page.getByRole("heading", { name: "My Orders" }).waitFor();
	expect(requests.filter((path) => path === dataPath)).toHaveLength(1);
	await page.getByRole("link", { name: "Add Review" }).hover();
	await page.clock.runFor(1_000);
	await expect.poll(() => requests).toContain("/dashbord/addreview.data");
});

test("a click on a link uses the page that hovering prefetched", async () => {
	const page = await browser.newPage({ account: shopper });
	await page.goto("/");
	const countRequests = (route: string) =>
		shop.logs().filter((line) => line.includes(`"method":"GET","route":"${route}"`)).length;
	/** Log lines arrive late but in order: once this request's line is there, so are all earlier ones. */
	const waitForLogLines = async () => {
		const requests = countRequests("/potfolio");
		await shop.fetch("/potfolio");
		await expect.poll(() => countRequests("/potfolio")).toBe(requests + 1);
	};
	await waitForLogLines();
	const [toolsRequests, purchaseRequests] = [
		countRequests("/tools"),
		countRequests("/purchase/:id"),
	];
	await page.getByRole("link", { name: `Purchase ${product.name}` }).hover();
	// The click must come after the prefetch, because Chromium requests the page again if its prefetch is slow.
	const devtools = await page.context().newCDPSession(page);
	const prefetched = new Promise<void>((resolve) =>
		devtools.on("Preload.prefetchStatusUpdated", ({ status }) => status === "Ready" && resolve()),
	);
	await devtools.send("Preload.enable");
	const link = page.getByRole("link", { name: "All tools" });
	// Scrolling must not move another link under the pointer, because its page would be prefetched too.
	await page.mouse.move(1, 1);
	await link.scrollIntoViewIfNeeded();
	await link.hover();
	await prefetched;
	await expect.poll(() => countRequests("/tools")).toBe(toolsRequests + 1);
	await link.click();
	await page.getByRole("heading", { level: 1, name: "All tools" }).waitFor();
	await waitForHydration(page);
	await waitForLogLines();
	expect(countRequests("/tools")).toBe(toolsRequests + 1);
	expect(countRequests("/purchase/:id")).toBe(purchaseRequests);
});
