import { expect, onTestFinished, test, vi } from "vitest";
import { pendingPurges } from "#worker/db/schema.ts";
import { createLocalShop } from "../../tests/support/local-shop.ts";
import { createEdgeCacheState, type ShopContext } from "./context.ts";
import { purgeChangedPages, sweepPurges } from "./purges.ts";

const rateLimited = { success: false, errors: [{ code: 1134, message: "rate limited" }] };
const accepted = { success: true, errors: [] };

/** Creates a shop with an edge cache that responds as the test sets, and records the requested purges. */
function createFixture() {
	vi.spyOn(console, "error").mockImplementation(() => undefined);
	const localShop = createLocalShop();
	onTestFinished(() => {
		vi.restoreAllMocks();
		localShop.close();
	});
	const purgeRequests: string[][] = [];
	let respond: () => Promise<typeof rateLimited> = async () => accepted;
	const edgeCache = createEdgeCacheState((tags) => {
		purgeRequests.push(tags);
		return respond();
	});
	const shop: ShopContext = { ...localShop.anonymousContext, edgeCache };
	return {
		shop,
		purgeRequests,
		respondWith(next: () => Promise<typeof rateLimited>) {
			respond = next;
		},
		async changeAndPurge(...tags: string[]) {
			for (const tag of tags) edgeCache.tagsToPurge.add(tag);
			await purgeChangedPages(shop);
		},
		readPending: async () =>
			(await shop.db.select().from(pendingPurges)).map(({ tag }) => tag).sort(),
	};
}

const createTags = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => `product:${index + from}`);

test("purges each tag of a request once, and leaves none pending", async () => {
	const { purgeRequests, changeAndPurge, readPending } = createFixture();
	await changeAndPurge("products", "product:1", "products");
	expect(purgeRequests).toEqual([["products", "product:1"]]);
	expect(await readPending()).toEqual([]);
});

test("a request that changes nothing calls neither the edge nor the database", async () => {
	const { shop, purgeRequests, changeAndPurge } = createFixture();
	const select = vi.spyOn(shop.db, "select");
	await changeAndPurge();
	expect(purgeRequests).toEqual([]);
	expect(select).not.toHaveBeenCalled();
});

test.each([
	["rejects a purge", async () => rateLimited],
	["throws", () => Promise.reject(new Error("Network connection lost"))],
])("if the edge %s, the next purge includes the rejected tags", async (_, respond) => {
	const { purgeRequests, changeAndPurge, readPending, respondWith } = createFixture();
	respondWith(respond);
	await changeAndPurge("getreviews");
	expect(await readPending()).toEqual(["getreviews"]);
	respondWith(async () => accepted);
	await changeAndPurge("products");
	expect(purgeRequests).toEqual([["getreviews"], ["products", "getreviews"]]);
	expect(await readPending()).toEqual([]);
});

test("the sweep purges pending tags and counts those that the edge rejects", async () => {
	const { shop, purgeRequests, changeAndPurge, readPending, respondWith } = createFixture();
	respondWith(async () => rateLimited);
	await changeAndPurge("products", "product:1");
	expect(await sweepPurges(shop)).toEqual({ found: 2, fixed: 0, failed: 2 });
	expect(await readPending()).toEqual(["product:1", "products"]);
	respondWith(async () => accepted);
	expect(await sweepPurges(shop)).toEqual({ found: 2, fixed: 2, failed: 0 });
	expect(await sweepPurges(shop)).toEqual({ found: 0, fixed: 0, failed: 0 });
	expect(purgeRequests).toHaveLength(3);
});

test("a request purges at most 100 tags, and the sweep purges the rest", async () => {
	const { shop, purgeRequests, changeAndPurge, readPending } = createFixture();
	await changeAndPurge(...createTags(250));
	expect(purgeRequests.map(({ length }) => length)).toEqual([100]);
	expect(await readPending()).toHaveLength(150);
	expect(await sweepPurges(shop)).toEqual({ found: 150, fixed: 150, failed: 0 });
	expect(purgeRequests.map(({ length }) => length)).toEqual([100, 100, 50]);
	expect(new Set(purgeRequests.flat()).size).toBe(250);
	expect(await readPending()).toEqual([]);
});

test("a request's own tags are purged before pending ones", async () => {
	const { purgeRequests, changeAndPurge, respondWith } = createFixture();
	respondWith(async () => rateLimited);
	await changeAndPurge(...createTags(100));
	respondWith(async () => accepted);
	await changeAndPurge("products");
	expect(purgeRequests[1]?.[0]).toBe("products");
	expect(purgeRequests[1]).toHaveLength(100);
});

test("a tag stays pending if its purge is rejected during another purge of the same tag", async () => {
	const { shop, changeAndPurge, readPending, respondWith } = createFixture();
	respondWith(async () => rateLimited);
	await changeAndPurge("product:1");
	let requestCount = 0;
	respondWith(async () => {
		requestCount += 1;
		if (requestCount === 2) return rateLimited;
		// After this purge, another request changes the product, and its purge is rejected.
		shop.edgeCache.tagsToPurge.add("product:1");
		await purgeChangedPages(shop);
		return accepted;
	});
	await changeAndPurge("products");
	expect(await readPending()).toEqual(["product:1"]);
});

const failQuery = () => {
	throw new Error("D1_ERROR: Network connection lost.");
};

test("a request purges its tags while the database is unavailable", async () => {
	const { shop, purgeRequests, changeAndPurge } = createFixture();
	vi.spyOn(shop.db, "select").mockImplementation(() => failQuery());
	await changeAndPurge("products");
	expect(purgeRequests).toEqual([["products"]]);
	expect(console.error).toHaveBeenCalledOnce();
});

test("a purge that both the edge and the database reject is only logged", async () => {
	const { shop, changeAndPurge, respondWith } = createFixture();
	respondWith(async () => rateLimited);
	vi.spyOn(shop.db, "insert").mockImplementation(() => failQuery());
	await expect(changeAndPurge("products")).resolves.toBeUndefined();
	expect(console.error).toHaveBeenLastCalledWith('{"purgeLost":["products"]}', expect.anything());
});
