import { afterAll, expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { createCheckout } from "../support/checkout.ts";
import { readLayoutShift, recordScripts, throttleNetwork } from "../support/page-weight.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
const product = await createProduct(shop, {
	description: "A tool that turns what other tools have tightened, and back again.",
});
const shopper = await createAccount(shop);
afterAll(() => shop.stop());

test("on a weak network a first visitor reads and uses the home page before any script runs", async () => {
	const page = await browser.newPage({ width: 390, height: 844, emptyCache: true });
	const scripts = recordScripts(page);
	await throttleNetwork(page);
	await page.route(/\.js$/, () => undefined);
	await page.goto("/", { waitUntil: "commit" });
	await page.getByRole("heading", { level: 1 }).waitFor();
	await page.getByText(product.name).waitFor();
	await page.waitForFunction(
		() => performance.getEntriesByName("first-contentful-paint").length === 1,
	);
	expect(scripts.urls()).toEqual([]);
	expect(await page.locator("script:not([src], [type='application/ld+json'])").count()).toBe(0);
	await page.getByRole("link", { name: `Purchase ${product.name}` }).click();
	await page.waitForURL(/\/login/, { waitUntil: "commit" });
});

/** Bytes after gzip. */
const [beforeUse, afterForm] = [10_000, 100_000];

test.each([
	["home", "/"],
	["tools", "/tools"],
	["a tool", `/tools/${product.id}`],
	["login", "/login"],
	["signup", "/signup"],
	["purchase", `/purchase/${product.id}`],
])("%s loads at most 10 kB of script to show itself, 100 kB with its form", async (name, path) => {
	const account = name === "purchase" && { account: shopper };
	const page = await browser.newPage({ width: 390, height: 844, emptyCache: true, ...account });
	// Forms are hydrated when the browser is idle: here it never is.
	await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
	const scripts = recordScripts(page);
	await page.goto(path, { waitUntil: "networkidle" });
	expect(await scripts.gzippedBytes()).toBeGreaterThan(0);
	expect(await scripts.gzippedBytes()).toBeLessThan(beforeUse);
	const used = await browser.newPage({ width: 390, height: 844, emptyCache: true, ...account });
	const all = recordScripts(used);
	await used.goto(path);
	await waitForHydration(used);
	expect(await all.gzippedBytes()).toBeLessThan(afterForm);
});

test("home loads React and the chart when that comes into view", async () => {
	const page = await browser.newPage({ width: 390, height: 844, emptyCache: true });
	const scripts = recordScripts(page);
	await page.goto("/", { waitUntil: "networkidle" });
	const chart = /sales-chart/;
	expect(scripts.urls().filter((url) => chart.test(url))).toEqual([]);
	const arrives = page.waitForResponse(/sales-chart-lines/);
	await page.getByRole("heading", { name: "Get selling information" }).scrollIntoViewIfNeeded();
	await arrives;
});

test("Stripe.js is loaded on the payment page only", async () => {
	const order = await createCheckout(shop, product).placeOrder(shopper);
	const page = await browser.newPage({ account: shopper });
	const scripts = recordScripts(page);
	const ofStripe = () => scripts.urls().filter((url) => /stripe/i.test(url));
	for (const path of ["/", `/purchase/${product.id}`, "/dashbord/myorders"]) {
		await page.goto(path);
		await waitForHydration(page);
	}
	expect(ofStripe()).toEqual([]);
	await page.goto(`/dashbord/payment/${order}`);
	await expect.poll(ofStripe).not.toEqual([]);
});

test.each([
	["home", "/"],
	["login", "/login"],
	["purchase", `/purchase/${product.id}`],
])("nothing moves on %s when the font loads late", async (name, path) => {
	const page = await browser.newPage({
		emptyCache: true,
		...(name === "purchase" && { account: shopper }),
	});
	const painted = Promise.withResolvers<void>();
	await page.route(/\.woff2$/, async (route) => {
		await painted.promise;
		await route.continue();
	});
	await page.goto(path, { waitUntil: "domcontentloaded" });
	await page.waitForFunction(
		() => performance.getEntriesByName("first-contentful-paint").length > 0,
	);
	painted.resolve();
	await page.evaluate(() => document.fonts.ready);
	expect(await page.evaluate(() => document.fonts.check("16px Archivo"))).toBe(true);
	expect(await readLayoutShift(page)).toBeLessThan(0.001);
});

test("every picture has its size before it loads, and those below the fold load lazily", async () => {
	const page = await browser.newPage({ javaScript: false });
	await page.goto("/");
	const pictures = await page.locator("img").evaluateAll((all) =>
		all.map((img) => ({
			sized: img.hasAttribute("width") && img.hasAttribute("height"),
			loading: img.getAttribute("loading"),
			priority: img.getAttribute("fetchpriority"),
		})),
	);
	expect(pictures.every(({ sized }) => sized)).toBe(true);
	const [first, ...others] = pictures;
	expect(first).toMatchObject({ loading: "eager", priority: "high" });
	expect(others.every(({ loading }) => loading === "lazy")).toBe(true);
	const preloaded = page.locator("link[rel=preload]");
	expect(await preloaded.evaluateAll((all) => all.map((link) => link.getAttribute("as")))).toEqual(
		expect.arrayContaining(["image", "font"]),
	);
});

test("files with a hash in their name are immutable, and fonts are the shop's own", async () => {
	const page = await browser.newPage({ account: shopper, emptyCache: true });
	const caching = new Map<string, string>();
	page.on("response", (response) =>
		caching.set(response.url(), response.headers()["cache-control"] ?? ""),
	);
	await page.goto("/", { waitUntil: "networkidle" });
	const files = [...caching].filter(([url]) => /\.(js|css|woff2)$/.test(url));
	expect(new Set(files.map(([url]) => url.split(".").at(-1)))).toEqual(
		new Set(["js", "css", "woff2"]),
	);
	for (const [url, kept] of files) {
		expect(url).toMatch(new RegExp(`^${shop.url}/assets/[\\w.-]+-[\\w-]{8}\\.\\w+$`));
		expect(kept).toContain("immutable");
	}
});

test("a link's document is prefetched while the pointer is on it, and a click requests it no more", async () => {
	const page = await browser.newPage({ account: shopper });
	await page.goto("/");
	const requestsOf = (route: string) =>
		shop.logs().filter((line) => line.includes(`"method":"GET","route":"${route}"`)).length;
	const [tools, purchases] = [requestsOf("/tools"), requestsOf("/purchase/:id")];
	await page.getByRole("link", { name: `Purchase ${product.name}` }).hover();
	await page.getByRole("link", { name: "All tools" }).hover();
	await expect.poll(() => requestsOf("/tools")).toBe(tools + 1);
	await page.getByRole("link", { name: "All tools" }).click();
	await page.getByRole("heading", { level: 1, name: "All tools" }).waitFor();
	await waitForHydration(page);
	expect(requestsOf("/tools")).toBe(tools + 1);
	expect(requestsOf("/purchase/:id")).toBe(purchases);
});

test.each([
	["/", false],
	["/login", false],
	["/nothing-here", false],
	[`/purchase/${product.id}`, true],
	["/dashbord/myorders", true],
])("%s has a title and says what it is about", async (path, signedIn) => {
	const ask = signedIn ? shopper.fetch : shop.fetch;
	const html = await (await ask(path)).text();
	expect(html).toMatch(/<title>[^<]*Torque Tool Depot<\/title>/);
	expect(html).toMatch(/<meta name="description" content="[^"]{40,}"/);
});
