import { afterAll, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { textPages } from "#contract/public-pages.ts";
import { createAccount } from "../support/accounts.ts";
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

test("the home page shows the statistics below the slogan and its subtitle", async () => {
	const { html } = await openHtml(shop, "/");
	const [section = ""] = /<section id="about".*?<\/section>/s.exec(html) ?? [];
	expect(section).toMatch(/<h2[^>]*>Trusted where every bolt counts<\/h2>/);
	expect(section).toContain(">try to understand user expectation<");
	const items = Array.from(section.matchAll(/<li\b[^>]*>(.*?)<\/li>/gs), ([, item = ""]) =>
		item.replaceAll(/<[^>]*>/g, ""),
	);
	expect(items).toEqual([
		"72 countries",
		"200+ Car Repair tools",
		"150+ Happy clients",
		"300+ likes",
	]);
});

test("a page number past the end shows a link to the first page", async () => {
	const { name } = await createProduct(shop, { createdAt: new Date(0) });
	const page = await openHtml(shop, "/?page=999");
	expect(page.text).toContain("That page doesn't exist");
	expect((await page.follow("Back to the first page")).text).toContain(name);
});

const countTools = (html: string) => html.match(/aria-label="Purchase /g)?.length;

test("without JavaScript, visitors can page through the tools, six at a time", async () => {
	for (let count = 0; count < 7; count++) await createProduct(shop);
	const { name } = await createProduct(shop);
	const firstPage = await openHtml(shop, "/");
	expect(countTools(firstPage.html)).toBe(6);
	const [, pager = ""] = /<nav aria-label="Pages of tools"(.*?)<\/nav>/s.exec(firstPage.html) ?? [];
	const links = Array.from(pager.matchAll(/href="([^"]+)"/g), ([, href = ""]) => href);
	expect(links.at(-1)).toMatch(/^\/\?page=\d+#/);
	const [, anchorId = ""] = links.at(-1)?.split("#") ?? [];
	const lastPage = await firstPage.follow(`Page ${links.length}`);
	expect(lastPage.html).toContain(` id="${anchorId}"`);
	expect(lastPage.text).toContain(name);
	expect(countTools(lastPage.html)).toBeLessThanOrEqual(6);
});

test("a tool with less stock than its minimum order cannot be bought", async () => {
	const { name } = await createProduct(shop, { quantity: 9, minimum: 10, createdAt: new Date(0) });
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

test("every picture has a width and a height, and loads lazily below the fold", async () => {
	await createProduct(shop);
	const html = await (await shop.fetch("/")).text();
	const pictures = html.match(/<img [^>]*>/g) ?? [];
	for (const picture of pictures) expect(picture).toMatch(/ width="\d+" height="\d+"/);
	const [firstPicture, ...otherPictures] = pictures;
	expect(firstPicture).toContain(' loading="eager"');
	expect(firstPicture).toContain(' fetchPriority="high"');
	expect(otherPictures).not.toEqual([]);
	for (const picture of otherPictures) expect(picture).toContain(' loading="lazy"');
	const preloads = html.matchAll(/<link rel="preload"[^>]* as="(\w+)"/g);
	expect(Array.from(preloads, ([, kind]) => kind)).toEqual(
		expect.arrayContaining(["image", "font"]),
	);
});

test("the order form is not shown for a tool that is out of stock or unknown", async () => {
	const { id } = await createProduct(shop, { quantity: 9, minimum: 10 });
	const account = await createAccount(shop);
	const html = await (await account.fetch(`/purchase/${id}`)).text();
	expect(html).toMatch(/<a [^>]*href="\/"[^>]*>(?:<[^>]*>)*out of stock</);
	expect(html).not.toMatch(/Confirm order|Order quantity/);
	const notFoundResponse = await account.fetch("/purchase/none");
	expect(notFoundResponse.status).toBe(404);
	expect(await notFoundResponse.text()).toContain(errors.product_not_found.message);
});

test("the 404 page of an unknown path has a picture and its own title", async () => {
	const { status, html } = await openHtml(shop, "/no/such/page");
	expect(status).toBe(404);
	const headings = Array.from(html.matchAll(/<h1[^>]*>(.*?)<\/h1>/gs), ([, text]) => text);
	expect(headings).toEqual([errors.not_found.message]);
	expect(html.match(/<title>.*?<\/title>/g)).toEqual(["<title>404 – Torque Tool Depot</title>"]);
	const [main = ""] = /<main.*<\/main>/s.exec(html) ?? [];
	const [picture = ""] = /<img [^>]*alt="404[^>]*>/.exec(main) ?? [];
	expect(Number(/ width="(\d+)"/.exec(picture)?.[1])).toBeGreaterThan(100);
	const imageResponse = await shop.fetch(/ src="([^"]+)"/.exec(picture)?.[1] ?? "");
	expect([imageResponse.status, imageResponse.headers.get("Content-Type")]).toEqual([
		200,
		expect.stringContaining("image/"),
	]);
});

test("the blogs page has six questions", async () => {
	const { html } = await openHtml(shop, "/blogs");
	const articles = html.match(/<article\b.*?<\/article>/gs) ?? [];
	const questions = articles.flatMap((article) => article.match(/<h\d.*?<\/h\d>/gs) ?? []);
	const topics = [
		/performance of a React/,
		/manage state/,
		/prototypal inheritance/,
		/set the state directly/,
		/products by name/,
		/unit test/,
	];
	expect(questions).toEqual(topics.map((topic) => expect.stringMatching(topic)));
});

test("the portfolio has skills and three external links", async () => {
	const { html } = await openHtml(shop, "/potfolio");
	expect(html).toMatch(/<h1[^>]*>Portfolio</);
	expect(html).toMatch(/<h\d[^>]*>Skills</);
	const [main = ""] = /<main.*<\/main>/s.exec(html) ?? [];
	const links = Array.from(main.matchAll(/<a [^>]*href="([^"]*)"/g), ([, href = ""]) => href);
	const hosts = new Set(links.map((href) => new URL(href).host));
	expect([links.length, hosts.size]).toEqual([3, 3]);
	expect(hosts).not.toContain(new URL(shop.url).host);
});
