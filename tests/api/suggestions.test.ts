import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAccount } from "../support/accounts.ts";
import { createProduct } from "../support/products.ts";
import { startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

beforeAll(async () => {
	for (let size = 8; size < 20; size += 1) {
		await createProduct(shop, { name: `Ring spanner, ${size} mm`, priceCents: size * 100 });
	}
	await createProduct(shop, { name: "Ring spanner, discontinued", deletedAt: new Date() });
});

const readSuggestions = async (q: string) => {
	const response = await shop.fetch(`/suggestions?${new URLSearchParams({ q })}`);
	return { response, suggestions: await response.json() };
};

test("/suggestions returns at most 8 products, with only the fields that are shown", async () => {
	const { suggestions } = await readSuggestions("ring spa");
	const suggestionSchema = v.strictObject({
		_id: v.string(),
		name: v.string(),
		partNumber: v.nullable(v.string()),
		price: v.number(),
		img: v.string(),
	});
	expect(v.parse(v.array(suggestionSchema), suggestions)).toHaveLength(8);
});

test("/suggestions finds a product by a synonym", async () => {
	const { suggestions } = await readSuggestions("Wrench 12");
	expect(suggestions).toEqual([
		expect.objectContaining({ name: "Ring spanner, 12 mm", price: 12 }),
	]);
});

test("/suggestions finds a product by a misspelled word", async () => {
	const { suggestions } = await readSuggestions("spanr 12");
	expect(suggestions).toEqual([expect.objectContaining({ name: "Ring spanner, 12 mm" })]);
});

test.each(["", " ", "r", "discontinued", "(((", "zzzzzzzz"])(
	"/suggestions returns nothing for %j",
	async (q) => {
		const { response, suggestions } = await readSuggestions(q);
		expect([response.status, suggestions]).toEqual([200, []]);
	},
);

test("/suggestions returns nothing without a search term", async () => {
	expect(await (await shop.fetch("/suggestions")).json()).toEqual([]);
});

test("/suggestions is cached publicly only for visitors without a session", async () => {
	const shopper = await createAccount(shop);
	const responses = [
		await shop.fetch("/suggestions?q=ri"),
		await shopper.fetch("/suggestions?q=ri"),
	];
	expect(responses.map(({ headers }) => headers.get("Cache-Control"))).toEqual([
		"public, max-age=300",
		"private, max-age=300",
	]);
	expect(responses.every(({ headers }) => headers.get("Set-Cookie") === null)).toBe(true);
});
