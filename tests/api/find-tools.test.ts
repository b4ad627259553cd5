import { drizzle } from "drizzle-orm/d1";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { readToolsQuery } from "#contract/schemas/tools-query.ts";
import { findTools } from "#worker/shop/catalogue/find.ts";
import { openHtml } from "../support/html-page.ts";
import { createLocalShop } from "../support/local-shop.ts";
import { addDashboardRows } from "../support/many-rows.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const gadgetCount = 700;

beforeAll(async () => {
	const { id: productId } = await createProduct(shop, {
		name: "Offset brake spanner",
		category: "brakes-suspension",
		priceCents: 4999,
	});
	await createProduct(shop, { name: "Drum brake spring pliers", quantity: 3, priceCents: 999 });
	await addDashboardRows(shop, { prefix: "Gadget", count: gadgetCount, productId });
});

const listNames = (html: string) =>
	Array.from(html.matchAll(/<h3>(?:<a[^>]*>)?([^<]*)/g), ([, name]) => name);

/** Requests /tools. Returns the names of the products and the result count that the page shows. */
async function readPage(search: string) {
	const response = await shop.fetch(`/tools${search}`);
	const html = await response.text();
	return {
		status: response.status,
		headers: response.headers,
		html,
		names: listNames(html),
		countText: /aria-live="polite">([^<]*)/.exec(html)?.[1],
	};
}

test("a search by a synonym finds only the matching product", async () => {
	const page = await readPage("?q=brake+wrench");
	expect(page.names).toEqual(["Offset brake spanner"]);
	expect(page.countText).toBe("1 tool found");
});

test.each([
	["category=brakes-suspension", ["Offset brake spanner"]],
	["q=brake&stock=in", ["Offset brake spanner"]],
	["q=brake&max=10", ["Drum brake spring pliers"]],
	["q=brake&min=10", ["Offset brake spanner"]],
	["q=brake&sort=price-up", ["Drum brake spring pliers", "Offset brake spanner"]],
	["q=brake&sort=price-down", ["Offset brake spanner", "Drum brake spring pliers"]],
])("/tools?%s shows %o", async (search, names) => {
	expect((await readPage(`?${search}`)).names).toEqual(names);
});

test("without JavaScript, visitors can filter, remove the filters, and sort", async () => {
	const resultsPage = await openHtml(shop, "/tools?q=brake");
	expect(resultsPage.text).toContain("Results for “brake”");
	const filteredPage = await resultsPage.press("Apply", { To: "50.50", "In stock only": true });
	expect(filteredPage.text).toContain("1 tool found");
	expect(listNames(filteredPage.html)).toEqual(["Offset brake spanner"]);
	const inStockPage = await filteredPage.follow("Remove Up to $50.50");
	expect(inStockPage.getFieldValue("To")).toBe("");
	const unfilteredPage = await inStockPage.follow("Remove In stock");
	expect(unfilteredPage.text).toContain("2 tools found");
	const sortedPage = await unfilteredPage.follow("Price, high to low");
	expect(sortedPage.path).toBe("/tools?q=brake&sort=price-down");
	expect(listNames(sortedPage.html)).toEqual(["Offset brake spanner", "Drum brake spring pliers"]);
});

test("/tools shows at most 600 products, 24 per page, and keeps the filters on every page", async () => {
	const firstPage = await readPage("?stock=in");
	expect(firstPage.names).toHaveLength(24);
	expect(firstPage.html).toContain("/tools?stock=in&amp;page=1");
	const lastPage = await readPage("?stock=in&page=24");
	expect(lastPage.names).toHaveLength(24);
	expect(new Set([...firstPage.names, ...lastPage.names]).size).toBe(48);
	expect(firstPage.countText).toContain("More than 600 tools");
	expect((await readPage("?q=gadget")).countText).toContain("Showing the 600 best matches.");
});

test.each(["?page=25", "?page=-1", "?page=junk", "?category=nothing", "?min=x&max=-1", "?sort=up"])(
	"/tools ignores an invalid parameter: %s",
	async (search) => {
		expect((await readPage(search)).names).toEqual((await readPage("")).names);
	},
);

test("a misspelled search finds products and labels them as similar", async () => {
	const page = await readPage("?q=gagdet");
	expect(page.names[0]).toMatch(/^Gadget/);
	expect(page.countText).toBe("No exact matches. 600 similar tools:");
});

test("a search without results shows a message and links to the categories", async () => {
	const { html, status } = await readPage("?q=xylophone&stock=in");
	expect(status).toBe(200);
	expect(html).toContain("Nothing found for “xylophone”");
	expect(html).toContain("Search all tools");
	expect(html).toContain('href="/tools?category=brakes-suspension"');
});

test("/tools suggests removing the filters if a search has results only without them", async () => {
	const { html } = await readPage("?q=gadget&category=lifting");
	expect(html).toMatch(/Nothing in [^<]+ for “gadget”\./);
	expect(html).not.toContain("Check the spelling");
	expect((await readPage("?q=brake&max=0.01")).html).toContain(
		"No results for “brake” in your selection.",
	);
	const { html: htmlWithoutSearch } = await readPage("?max=0.01");
	expect(htmlWithoutSearch).toContain("No tools match your selection.");
	expect(htmlWithoutSearch).toContain("Clear all filters");
	const truncatedPage = await readPage("?q=gadget&max=0.01");
	expect(truncatedPage.html).toContain("Too many matches to filter.");
});

test.each(['"', "AND OR NOT", "name:", "*", "(", "NEAR(a b, 1)", "\u0000", "%", "' or 1=1 --"])(
	"%j is searched for as text, not as query syntax",
	async (text) => {
		expect((await readPage(`?${new URLSearchParams({ q: text })}`)).status).toBe(200);
	},
);

test("the search term is shown as text, never as markup", async () => {
	const { html } = await readPage(`?${new URLSearchParams({ q: '"><script>alert(1)</script>' })}`);
	expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
	expect(html).not.toContain("<script>alert");
});

test("category pages are cached at the edge, but pages with a search term or a price limit are not", async () => {
	const page = await readPage("?category=lifting&sort=name");
	expect(page.headers.get("Cache-Tag")).toBe("products");
	expect(page.headers.get("Cloudflare-CDN-Cache-Control")).toMatch(/^public, max-age=\d+/);
	for (const search of ["?q=spanner", "?min=5", "?max=50"]) {
		const { headers } = await readPage(search);
		expect(headers.get("Cloudflare-CDN-Cache-Control")).toBeNull();
		expect(headers.get("Cache-Control")).toBe("private, no-cache");
		expect(headers.get("Set-Cookie")).toBeNull();
	}
});

/** Returns the number of rows that D1 reads to find the products of a page. */
async function countRowsRead(search: string): Promise<number> {
	const { DB } = shop.env;
	const statements: D1PreparedStatement[] = [];
	const logQuery = (query: string, values: unknown[]) =>
		void statements.push(DB.prepare(query).bind(...values));
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const query = readToolsQuery(new URLSearchParams(search));
	await findTools(
		{ ...localShop.anonymousContext, db: drizzle(DB, { logger: { logQuery } }) },
		query,
	);
	const results = await DB.batch(statements);
	return results.reduce((sum, { meta }) => sum + meta.rows_read, 0);
}

test.each([
	["", 24],
	["?page=24", 600],
	["?sort=price-down", 24],
	["?sort=best", 1200],
	["?sort=name&stock=in", 600],
	["?q=gadget", 600],
	["?q=gadgte", 1200],
	["?q=gadget&sort=name&stock=in&max=99", 600],
])("/tools%s reads at most %i products", async (search, maxProducts) => {
	const rowCount = await countRowsRead(search);
	expect(rowCount).toBeGreaterThan(0);
	// D1 also counts the rows that it reads from indexes and joined tables.
	const [maxRowsPerProduct, otherRows] = [8, 9];
	// The category counts read every product once.
	const productCount = gadgetCount + 2;
	expect(rowCount).toBeLessThanOrEqual(maxProducts * maxRowsPerProduct + otherRows + productCount);
});
