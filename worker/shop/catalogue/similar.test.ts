import { afterAll, expect, test } from "vitest";
import { similarToolsMax } from "#contract/limits.ts";
import { products } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { findSimilarTools } from "./similar.ts";

const localShop = createLocalShop();
const { db } = localShop;
afterAll(localShop.close);

const addTool = async (
	id: string,
	priceCents: number,
	overrides: Partial<typeof products.$inferInsert> = {},
) =>
	db.insert(products).values({
		id,
		name: id,
		description: "Made for one test.",
		priceCents,
		quantity: 10,
		minimum: 1,
		img: "/pictures/torque-wrench-800.webp",
		category: "lifting",
		...overrides,
	});

test("finds the tools of the same category with the nearest prices", async () => {
	for (const price of [100, 400, 480, 500, 530, 700, 5_000]) await addTool(`price-${price}`, price);
	await addTool("deleted", 501, { deletedAt: new Date() });
	await addTool("other-category", 502, { category: "diagnostics" });
	const similar = await findSimilarTools(localShop.anonymousContext, {
		id: "price-500",
		priceCents: 500,
	});
	const nearest = [480, 530, 400, 700, 100, 5_000].slice(0, similarToolsMax);
	expect(similar.map(({ id }) => id)).toEqual(nearest.map((price) => `price-${price}`));
	const similarToOnlyTool = await findSimilarTools(localShop.anonymousContext, {
		id: "other-category",
		priceCents: 502,
	});
	expect(similarToOnlyTool).toEqual([]);
});
