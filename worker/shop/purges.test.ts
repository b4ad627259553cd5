import { expect, onTestFinished, test, vi } from "vitest";
import { pendingPurges } from "#worker/db/schema.ts";
import { createLocalShop } from "../../tests/support/local-shop.ts";
import { createEdge, type Shop } from "./context.ts";
import { purgeChanged, sweepPurges } from "./purges.ts";

const limited = { success: false, errors: [{ code: 1134, message: "rate limited" }] };
const accepted = { success: true, errors: [] };

/** @returns a shop whose edge gives these answers, and what it was asked to purge */
function createShop() {
	vi.spyOn(console, "error").mockImplementation(() => undefined);
	const local = createLocalShop();
	onTestFinished(() => {
		vi.restoreAllMocks();
		local.close();
	});
	const asked: string[][] = [];
	let response: () => Promise<typeof limited> = async () => accepted;
	const edge = createEdge((tags) => {
		asked.push(tags);
		return response();
	});
	const shop: Shop = { ...local.anonymous, edge };
	return {
		shop,
		asked,
		answerWith(next: () => Promise<typeof limited>) {
			response = next;
		},
		async change(...tags: string[]) {
			for (const tag of tags) edge.tagsToPurge.add(tag);
			await purgeChanged(shop);
		},
		pending: async () => (await shop.db.select().from(pendingPurges)).map(({ tag }) => tag).sort(),
	};
}

const many = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => `product:${index + from}`);

test("a request's tags are purged once, and none stays pending", async () => {
	const { asked, change, pending } = createShop();
	await change("products", "product:1", "products");
	expect(asked).toEqual([["products", "product:1"]]);
	expect(await pending()).toEqual([]);
});

test("a request that changes nothing calls neither the edge nor the database", async () => {
	const { shop, asked, change } = createShop();
	const select = vi.spyOn(shop.db, "select");
	await change();
	expect(asked).toEqual([]);
	expect(select).not.toHaveBeenCalled();
});

test.each([
	["says that it was refused", async () => limited],
	["throws", () => Promise.reject(new Error("Network connection lost"))],
])("where the edge %s, the next purge includes the tags", async (_, refuse) => {
	const { asked, change, pending, answerWith } = createShop();
	answerWith(refuse);
	await change("getreviews");
	expect(await pending()).toEqual(["getreviews"]);
	answerWith(async () => accepted);
	await change("products");
	expect(asked).toEqual([["getreviews"], ["products", "getreviews"]]);
	expect(await pending()).toEqual([]);
});

test("the sweep purges pending tags, and logs what it could not", async () => {
	const { shop, asked, change, pending, answerWith } = createShop();
	answerWith(async () => limited);
	await change("products", "product:1");
	expect(await sweepPurges(shop)).toEqual({ found: 2, fixed: 0, failed: 2 });
	expect(await pending()).toEqual(["product:1", "products"]);
	answerWith(async () => accepted);
	expect(await sweepPurges(shop)).toEqual({ found: 2, fixed: 2, failed: 0 });
	expect(await sweepPurges(shop)).toEqual({ found: 0, fixed: 0, failed: 0 });
	expect(asked).toHaveLength(3);
});

test("a purge takes 100 tags at most; the rest waits for the sweep", async () => {
	const { shop, asked, change, pending } = createShop();
	await change(...many(250));
	expect(asked.map(({ length }) => length)).toEqual([100]);
	expect(await pending()).toHaveLength(150);
	expect(await sweepPurges(shop)).toEqual({ found: 150, fixed: 150, failed: 0 });
	expect(asked.map(({ length }) => length)).toEqual([100, 100, 50]);
	expect(new Set(asked.flat()).size).toBe(250);
	expect(await pending()).toEqual([]);
});

test("a request's own tags are purged before pending ones", async () => {
	const { asked, change, answerWith } = createShop();
	answerWith(async () => limited);
	await change(...many(100));
	answerWith(async () => accepted);
	await change("products");
	expect(asked[1]?.[0]).toBe("products");
	expect(asked[1]).toHaveLength(100);
});

test("a tag that is refused during another purge of it stays pending after that purge", async () => {
	const { shop, change, pending, answerWith } = createShop();
	answerWith(async () => limited);
	await change("product:1");
	let sent = 0;
	answerWith(async () => {
		sent += 1;
		if (sent === 2) return limited;
		// Another request changes the product after this purge was done, and is refused.
		for (const tag of ["product:1"]) shop.edge.tagsToPurge.add(tag);
		await purgeChanged(shop);
		return accepted;
	});
	await change("products");
	expect(await pending()).toEqual(["product:1"]);
});

const away = () => {
	throw new Error("D1_ERROR: Network connection lost.");
};

test("a request purges its tags although its database is unavailable", async () => {
	const { shop, asked, change } = createShop();
	vi.spyOn(shop.db, "select").mockImplementation(() => away());
	await change("products");
	expect(asked).toEqual([["products"]]);
	expect(console.error).toHaveBeenCalledOnce();
});

test("a purge that neither the edge nor the database accepts is logged, and the visitor gets no error", async () => {
	const { shop, change, answerWith } = createShop();
	answerWith(async () => limited);
	vi.spyOn(shop.db, "insert").mockImplementation(() => away());
	await expect(change("products")).resolves.toBeUndefined();
	expect(console.error).toHaveBeenLastCalledWith('{"purgeLost":["products"]}', expect.anything());
});
