import { afterAll, expect, test } from "vitest";
import { toolResultsMax, toolsPageSize } from "#contract/limits.ts";
import { readToolsQuery } from "#contract/schemas/tools-query.ts";
import { productSales, products } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { findTools } from "./find.ts";

const localShop = createLocalShop();
const { db } = localShop;
afterAll(localShop.close);

const find = (search: string) =>
	findTools(localShop.anonymousContext, readToolsQuery(new URLSearchParams(search)));

/** Adds `count` products. Returns their IDs. */
async function addTools(count: number, overrides: Partial<typeof products.$inferInsert>) {
	const rows = Array.from({ length: count }, () => {
		const id = crypto.randomUUID();
		return {
			id,
			name: `Tool ${id}`,
			description: "Turns what is tight.",
			priceCents: 1250,
			quantity: 100,
			minimum: 10,
			img: "/pictures/torque-wrench-800.webp",
			...overrides,
		};
	});
	await db.insert(products).values(rows);
	return rows.map(({ id }) => id);
}

test("finds a category's best sellers even if many products of other categories sell better", async () => {
	const otherIds = await addTools(toolResultsMax, { category: "other" });
	const ids = await addTools(3, { category: "lifting" });
	const [leastSold = "", bestSeller = ""] = ids;
	const sales = [...otherIds.map((id) => ({ id, pieces: 9 })), { id: leastSold, pieces: 1 }];
	const salesRows = [...sales, { id: bestSeller, pieces: 2 }].map(({ id, pieces }) => ({
		productId: id,
		orders: 1,
		pieces,
		revenueCents: 100,
	}));
	await db.insert(productSales).values(salesRows);
	const bestSellerIds = (await find("category=lifting&sort=best")).products.map(({ id }) => id);
	expect(bestSellerIds).toEqual([bestSeller, leastSold, ids[2]]);
	expect((await find("sort=best")).products).toHaveLength(toolsPageSize);
});

test("paginates exact and approximate searches", async () => {
	await addTools(toolsPageSize + 1, { name: "Quirkometer" });
	expect(await find("q=quirkomxxxx")).toMatchObject({
		isApproximate: true,
		total: toolsPageSize + 1,
	});
	const secondPage = await find("q=quirkomxxxx&page=1");
	expect(secondPage).toMatchObject({ isApproximate: true, total: toolsPageSize + 1 });
	expect(secondPage.products).toHaveLength(1);
	await addTools(1, { name: "Quirkometric" });
	expect(await find("q=quirkometric")).toMatchObject({ isApproximate: false, total: 1 });
	expect(await find("q=quirkometric&page=1")).toMatchObject({ isApproximate: false, products: [] });
});

test("finds a product by its name even if many descriptions contain the word", async () => {
	const description = "Goes with the zorbring.";
	await addTools(toolResultsMax, { description });
	const [nameMatchId] = await addTools(1, { name: "Zorbring key", priceCents: 5000 });
	await addTools(toolResultsMax, { description });
	const result = await find("q=zorbring");
	expect(result).toMatchObject({ total: toolResultsMax, isCapped: true });
	expect(result.products[0]?.id).toBe(nameMatchId);
	const expensiveResult = await find("q=zorbring&min=40");
	expect(expensiveResult).toMatchObject({
		total: 1,
		isCapped: true,
		products: [{ id: nameMatchId }],
	});
	expect(await find("q=zorbring&min=99")).toMatchObject({ products: [], isCapped: true });
	expect(await find("q=zorbring+key&min=99")).toMatchObject({ products: [], isCapped: false });
});
