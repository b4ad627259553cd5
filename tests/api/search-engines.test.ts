import { readFileSync } from "node:fs";
import { isNull } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, expect, test } from "vitest";
import { categorySlugs } from "#contract/categories.ts";
import { sitemapPages } from "#contract/public-pages.ts";
import { products } from "#worker/db/schema.ts";
import { createAccount } from "../support/accounts.ts";
import { createProduct, createReviewedProduct } from "../support/products.ts";
import { sendRaw } from "../support/raw-http.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const readText = async (path: string) => (await shop.fetch(path)).text();
const countMatches = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0;
const parseStructuredData = (page: string): unknown[] =>
	Array.from(
		page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g),
		([, text = ""]) => JSON.parse(text),
	);

test("every public page has one title, one description, a canonical link and Open Graph tags", async () => {
	const { id } = await createProduct(shop);
	for (const path of [...sitemapPages, `/tools/${id}`]) {
		const page = await readText(path);
		expect([path, countMatches(page, /<title>/g)]).toEqual([path, 1]);
		expect(countMatches(page, /<meta name="description"/g)).toBe(1);
		for (const name of ["title", "description", "type", "url", "image", "site_name"])
			expect([
				path,
				name,
				countMatches(page, new RegExp(`<meta property="og:${name}"`, "g")),
			]).toEqual([path, name, 1]);
		expect(page).toContain(`<link rel="canonical" href="${shop.env.SHOP_ORIGIN}${path}"/>`);
		expect(page).not.toContain('content="noindex"');
	}
});

test("the canonical link of a page has no trailing slash", async () => {
	const { id } = await createProduct(shop);
	for (const path of ["/tools", `/tools/${id}`])
		expect(await readText(`${path}/`)).toContain(
			`<link rel="canonical" href="${shop.env.SHOP_ORIGIN}${path}"/>`,
		);
});

test.each(["/login", "/signup", "/no-such-page", "/tools/none"])(
	"%s is not indexed by search engines",
	async (path) => {
		const page = await readText(path);
		expect(page).toContain('<meta name="robots" content="noindex"/>');
		expect(page).not.toContain('rel="canonical"');
	},
);

const productDataSchema = v.object({
	"@type": v.literal("Product"),
	image: v.array(v.pipe(v.string(), v.url())),
	offers: v.object({ price: v.literal("12.50"), priceCurrency: v.literal("USD") }),
	aggregateRating: v.object({ ratingValue: v.literal(3), ratingCount: v.literal(5) }),
	review: v.pipe(v.array(v.object({ "@type": v.literal("Review") })), v.length(5)),
});

test("a product's structured data has its price and ratings, and cannot break out of its script element", async () => {
	const { id } = await createReviewedProduct(shop, 5);
	const [product, breadcrumbs] = parseStructuredData(await readText(`/tools/${id}`));
	v.parse(productDataSchema, product);
	expect(breadcrumbs).toMatchObject({ "@type": "BreadcrumbList" });
	const maliciousProduct = await createProduct(shop, {
		name: "</script><script>alert(1)</script>",
	});
	const page = await readText(`/tools/${maliciousProduct.id}`);
	expect(page).not.toContain("<script>alert(1)");
	expect(parseStructuredData(page)[0]).toMatchObject({ name: maliciousProduct.name });
	expect(parseStructuredData(page)[0]).not.toHaveProperty("aggregateRating");
	expect(parseStructuredData(await readText("/"))).toMatchObject([
		{ "@type": "Organization" },
		{ "@type": "WebSite" },
	]);
});

test("robots.txt links to a sitemap that lists exactly the public pages", async () => {
	const deletedProduct = await createProduct(shop, { deletedAt: new Date() });
	const listedProduct = await createProduct(shop);
	const sitemap = await readText("/sitemap.xml");
	const paths = Array.from(sitemap.matchAll(/<loc>(.*?)<\/loc>/g), ([, url = ""]) =>
		url.slice(shop.env.SHOP_ORIGIN.length),
	);
	const otherPaths = [...sitemapPages, ...categorySlugs.map((slug) => `/tools?category=${slug}`)];
	expect(paths.slice(0, otherPaths.length)).toEqual(otherPaths);
	const listedProducts = await shop.db.select().from(products).where(isNull(products.deletedAt));
	const productPaths = listedProducts.map(({ id }) => `/tools/${id}`);
	expect(paths.slice(otherPaths.length).sort()).toEqual(productPaths.sort());
	expect(productPaths).toContain(`/tools/${listedProduct.id}`);
	expect(productPaths).not.toContain(`/tools/${deletedProduct.id}`);
	expect(await readText("/robots.txt")).toContain(`Sitemap: ${shop.env.SHOP_ORIGIN}/sitemap.xml`);
});

test("cached responses contain the shop's own origin, whatever host the request has", async () => {
	const { id } = await createProduct(shop);
	for (const path of ["/", `/tools/${id}`, "/sitemap.xml", "/robots.txt"]) {
		const head = [
			`GET ${path} HTTP/1.1`,
			"Host: evil.example",
			// Miniflare passes this header to the Worker as the URL of the request.
			`MF-Original-URL: http://evil.example${path}`,
		];
		const { status, text } = await sendRaw(shop.url, head);
		expect([path, status, text.includes("evil.example")]).toEqual([path, 200, false]);
		expect([path, text.includes(shop.env.SHOP_ORIGIN)]).toEqual([path, true]);
	}
});

const iconSchema = v.object({ icons: v.array(v.object({ src: v.string(), sizes: v.string() })) });

test("the web app manifest's icons exist in the declared sizes", () => {
	const { icons } = v.parse(
		iconSchema,
		JSON.parse(readFileSync("public/site.webmanifest", "utf8")),
	);
	for (const { src, sizes } of icons) {
		const png = readFileSync(`public${src}`);
		expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
	}
});

const orderableProduct = await createProduct(shop, {
	description: "A tool that turns what other tools have tightened, and back again.",
});

test.each([
	["/", false],
	["/login", false],
	["/nothing-here", false],
	[`/purchase/${orderableProduct.id}`, true],
	["/dashbord/myorders", true],
])("%s has a title and a description", async (path, isSignedIn) => {
	const fetchPage = isSignedIn ? (await createAccount(shop)).fetch : shop.fetch;
	const html = await (await fetchPage(path)).text();
	expect(html).toMatch(/<title>[^<]*Torque Tool Depot<\/title>/);
	expect(html).toMatch(/<meta name="description" content="[^"]{40,}"/);
});
