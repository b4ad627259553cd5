import { afterAll, expect, test } from "vitest";
import { reviews } from "#worker/db/schema.ts";
import { createAccount, createAdmin } from "../support/accounts.ts";
import { createProduct, createReviewedProduct, createReviewRow } from "../support/products.ts";
import { asJson, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const read = async (path: string) => (await shop.fetch(path)).text();

test("the page of a tool is kept at the edge under the tags of what it shows", async () => {
	const { id } = await createProduct(shop);
	const { status, headers } = await shop.fetch(`/tools/${id}`);
	expect(status).toBe(200);
	expect(headers.get("Cloudflare-CDN-Cache-Control")).toMatch(/^public, max-age=\d+/);
	expect(headers.get("Cache-Tag")).toBe(`product:${id},reviews:${id}`);
});

test("a signed-in user gets a personal page", async () => {
	const { id } = await createProduct(shop);
	const { headers } = await (await createAccount(shop)).fetch(`/tools/${id}`);
	expect(headers.get("Cache-Control")).toBe("private, no-cache");
	expect(headers.get("Cache-Tag")).toBeNull();
});

test("the page of an unknown or deleted tool is not cached", async () => {
	const gone = await createProduct(shop, { deletedAt: new Date() });
	for (const id of ["none", gone.id, "%00", "a".repeat(129)]) {
		const { status, headers } = await shop.fetch(`/tools/${id}`);
		expect(status).toBe(404);
		expect(headers.get("Cache-Control")).toBe("private, no-store");
	}
});

test("the page takes two round trips, however many reviews there are", async () => {
	const few = await createProduct(shop);
	const many = await createReviewedProduct(shop, 25);
	const costs = await Promise.all(
		[few, many].map(async ({ id }) =>
			(await shop.fetch(`/tools/${id}`)).headers.get("Server-Timing"),
		),
	);
	for (const cost of costs) expect(cost).toContain("4 statements, 2 round trips");
});

test("hidden reviews, and those of other tools, are on no page", async () => {
	const { id } = await createProduct(shop);
	const other = await createProduct(shop);
	await shop.db
		.insert(reviews)
		.values([
			createReviewRow(id, { review: "To be read." }),
			createReviewRow(id, { review: "Not to be read.", hiddenAt: new Date() }),
			createReviewRow(other.id, { review: "Of another tool." }),
		]);
	const page = await read(`/tools/${id}`);
	expect(page).toContain("To be read.");
	expect(page).toContain("from 1 rating<");
	expect(page).not.toContain("Not to be read.");
	expect(page).not.toContain("Of another tool.");
	expect(await read("/")).not.toContain("Not to be read.");
	expect(await read("/getreviews")).not.toContain("Not to be read.");
	const admin = await createAdmin(shop);
	expect(await (await admin.fetch("/getreviews")).text()).toContain("Not to be read.");
});

test("a review on the home page links to its tool while that is sold", async () => {
	const { id } = await createProduct(shop);
	const admin = await createAdmin(shop);
	const link = `<a href="/tools/${id}" class="link"`;
	const createdAt = new Date(Date.now() + 60_000);
	await shop.db.insert(reviews).values(createReviewRow(id, { createdAt }));
	expect(await read("/")).toContain(link);
	await admin.fetch(`/products/${id}`, asJson({}, "DELETE"));
	expect(await read("/")).not.toContain(link);
});
