import { afterAll, expect, test } from "vitest";
import { reviews } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { openHtml } from "../support/html-page.ts";
import { createProduct, createReviewedProduct, createReviewRow } from "../support/products.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const readText = async (path: string) => (await shop.fetch(path)).text();

test("a product page is cached at the edge with cache tags for the product and its reviews", async () => {
	const { id } = await createProduct(shop);
	const { status, headers } = await shop.fetch(`/tools/${id}`);
	expect(status).toBe(200);
	expect(headers.get("Cloudflare-CDN-Cache-Control")).toMatch(/^public, max-age=\d+/);
	expect(headers.get("Cache-Tag")).toBe(`product:${id},reviews:${id},tools`);
});

test("a product page for a signed-in user is not cached at the edge", async () => {
	const { id } = await createProduct(shop);
	const { headers } = await (await createAccount(shop)).fetch(`/tools/${id}`);
	expect(headers.get("Cache-Control")).toBe("private, no-cache");
	expect(headers.get("Cache-Tag")).toBeNull();
});

test("the page of an unknown or deleted product is not cached", async () => {
	const deletedProduct = await createProduct(shop, { deletedAt: new Date() });
	for (const id of ["none", deletedProduct.id, "%00", "a".repeat(129)]) {
		const { status, headers } = await shop.fetch(`/tools/${id}`);
		expect(status).toBe(404);
		expect(headers.get("Cache-Control")).toBe("private, no-store");
	}
});

test("a product page takes two database round trips, however many reviews there are", async () => {
	const unreviewedProduct = await createProduct(shop);
	const reviewedProduct = await createReviewedProduct(shop, 25);
	const serverTimings = await Promise.all(
		[unreviewedProduct, reviewedProduct].map(async ({ id }) =>
			(await shop.fetch(`/tools/${id}`)).headers.get("Server-Timing"),
		),
	);
	for (const timing of serverTimings) expect(timing).toContain("4 statements, 2 round trips");
});

test("a product page shows neither hidden reviews nor those of other products", async () => {
	const { id } = await createProduct(shop);
	const otherProduct = await createProduct(shop);
	await shop.db
		.insert(reviews)
		.values([
			createReviewRow(id, { review: "A visible review." }),
			createReviewRow(id, { review: "A hidden review.", hiddenAt: new Date() }),
			createReviewRow(otherProduct.id, { review: "A review of another tool." }),
		]);
	const page = await readText(`/tools/${id}`);
	expect(page).toContain("A visible review.");
	expect(page).toContain("from 1 rating<");
	expect(page).not.toContain("A hidden review.");
	expect(page).not.toContain("A review of another tool.");
	expect(await readText("/")).not.toContain("A hidden review.");
	expect(await readText("/getreviews")).not.toContain("A hidden review.");
	const admin = await createAdmin(shop);
	expect(await (await admin.fetch("/getreviews")).text()).toContain("A hidden review.");
});

test("a review on the home page links to its product until the product is deleted", async () => {
	const { id } = await createProduct(shop);
	const admin = await createAdmin(shop);
	const link = `<a href="/tools/${id}" class="link"`;
	// The home page shows only the latest reviews.
	const createdAt = new Date(Date.now() + 60_000);
	await shop.db.insert(reviews).values(createReviewRow(id, { createdAt }));
	expect(await readText("/")).toContain(link);
	await admin.fetch(`/products/${id}`, createJsonInit({}, "DELETE"));
	expect(await readText("/")).not.toContain(link);
});

test("the page of a tool with less stock than its minimum order says why it cannot be bought", async () => {
	const { id } = await createProduct(shop, { quantity: 9, minimum: 10 });
	const html = (await (await shop.fetch(`/tools/${id}`)).text()).replaceAll("<!-- -->", "");
	expect(html).toContain("Out of stock");
	expect(html).toContain("Only 9 pieces left. The minimum order is 10.");
	expect(html).toMatch(/<button [^>]*disabled=""[^>]*>Try Later</);
	expect(html).not.toContain(`href="/purchase/${id}"`);
});

test("an admin sees Update Product instead of Purchase", async () => {
	const { id } = await createProduct(shop);
	const admin = await createAdmin(shop);
	const html = await (await admin.fetch(`/tools/${id}`)).text();
	expect(html).toMatch(
		new RegExp(`<a [^>]*href="/dashbord/updateproducts/${id}"[^>]*>Update Product<`),
	);
	expect(html).not.toMatch(/>Purchase</);
	expect(await (await shop.fetch(`/tools/${id}`)).text()).toMatch(/>Purchase</);
});

test("a tool's page shows its details and reviews", async () => {
	const product = await createReviewedProduct(shop, 11);
	const page = await openHtml(shop, `/tools/${product.id}`);
	const listTexts = (pattern: RegExp) =>
		Array.from(page.html.matchAll(pattern), ([, html = ""]) => html.replaceAll(/<[^>]*>/g, ""));
	expect(listTexts(/<h1[^>]*>(.*?)<\/h1>/g)).toEqual([product.name]);
	for (const text of [
		`ToolsOther tools${product.name}`,
		"$12.50 per piece",
		"In stock: 100 pieces",
		"Minimum order 10 pieces: $125.00",
		product.description,
		"3.2",
		"from 11 ratings",
	]) {
		expect(page.text).toContain(text);
	}
	expect(page.html).toMatch(/aria-label="Delivery"(?:(?!<\/ul>).)*Ships after payment/s);
	expect(listTexts(/<th scope="row"[^>]*>(.*?)<\/th>/g)).toEqual(["Drive", "Range"]);
	expect(listTexts(/<td[^>]*>(.*?)<\/td>/g)).toEqual(["1/2 in", "40–200 Nm"]);
	const listReviews = ({ text }: typeof page) => text.match(/Review \d+\./g);
	expect([listReviews(page)?.[0], listReviews(page)?.length]).toEqual(["Review 11.", 10]);
	expect(page.text.match(/Verified purchase/g)).toHaveLength(5);
	const olderReviews = await page.follow("Older reviews");
	expect(listReviews(olderReviews)).toEqual(["Review 1."]);
	expect(listReviews(await olderReviews.follow("Newer reviews"))).toEqual(listReviews(page));
});
