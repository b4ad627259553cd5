import { afterAll, expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { startBrowser, waitForHydration } from "../support/browser.ts";
import { createCheckout } from "../support/checkout.ts";
import { readLayoutShift, recordScripts, throttleNetwork } from "../support/page-weight.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
const browser = await startBrowser(shop);
const product = await createProduct(shop);
const shopper = await createAccount(shop);
afterAll(() => shop.stop());

test("on a weak network a first visitor reads and uses the home page before any script runs", async () => {
	const page = await browser.newPage({ width: 390, height: 844, emptyCache: true });
	const scripts = recordScripts(page);
	await throttleNetwork(page);
	await page.route(/\.js$/, () => undefined);
	await page.goto("/", { waitUntil: "load" });
	await page.getByRole("heading", { level: 1 }).waitFor();
	expect(await page.getByText(product.name).isVisible()).toBe(true);
	await page.waitForFunction(
		() => performance.getEntriesByName("first-contentful-paint").length === 1,
	);
	expect(scripts.urls()).toEqual([]);
	await page.getByRole("link", { name: `Purchase ${product.name}` }).click();
	await page.waitForURL(/\/login/, { waitUntil: "commit" });
});

test("the home page loads its scripts at the first sign of interest, the chart's when it comes into view", async () => {
	const page = await browser.newPage({ width: 390, height: 844, emptyCache: true });
	const scripts = recordScripts(page);
	await page.goto("/", { waitUntil: "networkidle" });
	expect(await scripts.gzippedBytes()).toBe(0);
	await page.keyboard.press("Tab");
	await waitForHydration(page);
	const chart = /sales-chart-lines/;
	expect(scripts.urls().filter((url) => chart.test(url))).toEqual([]);
	expect(await scripts.gzippedBytes()).toBeLessThan(146_000);
	const arrives = page.waitForResponse(chart);
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

test("a link's page is prefetched when the pointer is on it", async () => {
	const page = await browser.newPage({ account: shopper });
	await page.goto("/");
	await waitForHydration(page);
	await page.getByRole("link", { name: `Purchase ${product.name}` }).hover();
	await page.locator('link[rel=prefetch][href*=".data"]').waitFor({ state: "attached" });
});

test("a part that never changes is in the page from the server, and after a navigation", async () => {
	const page = await browser.newPage();
	const slogan = page.getByRole("heading", { name: "Trusted where every bolt is counted" });
	await page.goto("/");
	await page.keyboard.press("Tab");
	await waitForHydration(page);
	await slogan.waitFor();
	await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Login" }).click();
	await page.waitForURL("/login");
	await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
	await page.waitForURL("/");
	await slogan.waitFor();
	await page.getByRole("contentinfo").getByRole("link", { name: "Developers" }).waitFor();
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
