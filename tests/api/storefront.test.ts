import { afterAll, expect, test } from "vitest";
import { textPages } from "#contract/public-pages.ts";
import { openHtml } from "../support/html-page.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

test("the home page of an empty shop says that there are no tools", async () => {
	const { text } = await openHtml(shop, "/");
	expect(text).toContain("There are no tools in the shop yet.");
	expect(text).toContain("No one has written a review yet.");
});

test("a page number past the end shows a link to the first page", async () => {
	const { name } = await createProduct(shop, { createdAt: new Date(0) });
	const page = await openHtml(shop, "/?page=999");
	expect(page.text).toContain("That page doesn't exist");
	expect((await page.follow("Back to the first page")).text).toContain(name);
});

test("a tool whose stock is below its minimum order cannot be bought", async () => {
	const early = new Date(0);
	const { name } = await createProduct(shop, { quantity: 9, minimum: 10, createdAt: early });
	const { html } = await openHtml(shop, "/");
	const card = html.match(/<li\b.*?<\/li>/gs)?.find((item) => item.includes(name));
	expect(card).toContain(">Out of stock<");
	expect(card).toMatch(/<button [^>]*disabled=""[^>]*>Try Later</);
	expect(card).not.toContain('href="/purchase/');
});

test.each(["/", "/tools", "/login", ...textPages, "/no/such/page", "/tools/none"])(
	"%s has one script file and no inline script",
	async (path) => {
		const response = await shop.fetch(path);
		const html = await response.text();
		expect(response.status).toBe(["/no/such/page", "/tools/none"].includes(path) ? 404 : 200);
		expect(response.headers.get("Link") ?? "").not.toContain("script");
		expect(html).toContain("<h1");
		const scripts = html.match(/<script(?! type="application\/ld\+json")[^>]*>/g) ?? [];
		expect(scripts).toEqual([
			expect.stringMatching(
				/^<script type="module" async="" src="\/assets\/documents-[\w-]+\.js">$/,
			),
		]);
		expect(html).not.toContain("modulepreload");
		expect(response.headers.get("Content-Security-Policy")).toContain("script-src 'self';");
	},
);

test("every picture has its size before it loads, and those below the fold load lazily", async () => {
	await createProduct(shop);
	const html = await (await shop.fetch("/")).text();
	const pictures = html.match(/<img [^>]*>/g) ?? [];
	for (const picture of pictures) expect(picture).toMatch(/ width="\d+" height="\d+"/);
	const [first, ...others] = pictures;
	expect(first).toContain(' loading="eager"');
	expect(first).toContain(' fetchPriority="high"');
	expect(others).not.toEqual([]);
	for (const picture of others) expect(picture).toContain(' loading="lazy"');
	const preloads = html.matchAll(/<link rel="preload"[^>]* as="(\w+)"/g);
	expect(Array.from(preloads, ([, kind]) => kind)).toEqual(
		expect.arrayContaining(["image", "font"]),
	);
});
