import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toolsPageSize } from "#contract/limits.ts";
import { readToolsQuery } from "#contract/schemas/tools-query.ts";
import { productSales, products } from "#worker/db/schema.ts";
import { seedProducts } from "../../../scripts/seed/rows.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { findTools } from "./find.ts";

const catalogue = seedProducts.slice(0, 24);
const localShop = createLocalShop();
const { db } = localShop;
afterAll(localShop.close);

beforeAll(async () => {
	const rows = catalogue.map((row, index) => ({ ...row, createdAt: new Date(index) }));
	for (const row of rows) await db.insert(products).values(row);
	const [first, second, third] = rows;
	const idsByPiecesSold = [second?.id, third?.id, first?.id].flatMap((id) => id ?? []);
	for (const [index, productId] of idsByPiecesSold.entries()) {
		const pieces = 30 - index;
		await db.insert(productSales).values({ productId, orders: 1, pieces, revenueCents: 100 });
	}
});

const find = (search: string) =>
	findTools(localShop.anonymousContext, readToolsQuery(new URLSearchParams(search)));

/** Returns the products of all pages of a search. */
async function findAll(search: string) {
	const pages = Array.from(
		{ length: Math.ceil(catalogue.length / toolsPageSize) },
		(_, page) => page,
	);
	const results = await Promise.all(pages.map((page) => find(`${search}&page=${page || ""}`)));
	return results.flatMap(({ products }) => products);
}

const getIds = ({ products: tools }: Awaited<ReturnType<typeof find>>) => tools.map(({ id }) => id);
const getSeedIds = (matches: (product: (typeof catalogue)[number]) => boolean) =>
	catalogue.filter(matches).map(({ id }) => id);

test("an empty search lists all products in the featured order", async () => {
	const result = await find("");
	expect(getIds({ ...result, products: await findAll("") })).toEqual(getSeedIds(() => true));
	expect(result).toMatchObject({ total: catalogue.length, isCapped: false, isApproximate: false });
	const oilCount = getSeedIds(({ category }) => category === "oil-grease").length;
	expect(result.counts).toMatchObject({ all: catalogue.length, "oil-grease": oilCount });
	expect(result.counts.other, "empty category").toBeUndefined();
});

test("category, price and stock filters can be combined", async () => {
	const result = await find("category=lifting&stock=in&min=34&max=100");
	const expected = getSeedIds(
		({ category, priceCents, quantity, minimum }) =>
			category === "lifting" && priceCents >= 3400 && priceCents <= 10000 && quantity >= minimum,
	);
	expect(expected.length).toBeGreaterThan(0);
	expect(getIds(result).toSorted()).toEqual(expected.toSorted());
	expect(result.total).toBe(expected.length);
});

test("a search can be combined with filters", async () => {
	expect((await find("q=jack")).total).toBe(3);
	expect(getIds(await find("q=jack&min=34&max=50"))).toEqual(["786bdc27dc20ffb992f3acab"]);
	expect((await find("q=jack&category=diagnostics")).total).toBe(0);
	expect((await find("q=creeper&stock=in")).products).toEqual([]);
});

test.each([
	"",
	"&category=spanners-sockets",
	"&stock=in",
	"&q=set",
	"&min=10",
	"&category=lifting&max=99",
])("sorts by price and by name with the filter “%s”", async (filter) => {
	const ascending = (await findAll(`sort=price-up${filter}`)).map(({ priceCents }) => priceCents);
	const descending = (await findAll(`sort=price-down${filter}`)).map(
		({ priceCents }) => priceCents,
	);
	const names = (await findAll(`sort=name${filter}`)).map(({ name }) => name.toLowerCase());
	expect(ascending.length).toBeGreaterThan(1);
	expect(ascending).toEqual(ascending.toSorted((a, b) => a - b));
	expect(descending).toEqual(ascending.toReversed());
	expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
});

test("sorts best sellers first, then the others in the featured order", async () => {
	const [first, second, third, ...others] = getSeedIds(() => true);
	const best = await findAll("sort=best");
	expect(best.map(({ id }) => id)).toEqual([second, third, first, ...others]);
	expect(getIds(await find("sort=best&q=wrench"))[0]).toBe(first);
});

test("a search without an exact match finds near matches", async () => {
	const result = await find("q=spaner");
	expect(result.isApproximate).toBe(true);
	expect(result.products[0]?.name).toMatch(/wrench/i);
	expect(await find("q=zzzzzz")).toMatchObject({ products: [], total: 0, isApproximate: false });
});

test("isFilteredOut is true only if filters exclude every match", async () => {
	expect((await find("q=jack&category=diagnostics")).isFilteredOut).toBe(true);
	expect((await find("q=jack&max=0.01")).isFilteredOut).toBe(true);
	expect((await find("q=zzzzzz&category=lifting")).isFilteredOut).toBe(false);
	expect((await find("q=jack&category=lifting")).isFilteredOut).toBe(false);
});

test("ranks exact part number matches above name matches, and prefix matches below them", async () => {
	const [first, second, third] = [
		await localShop.addProduct(10),
		await localShop.addProduct(10),
		await localShop.addProduct(10),
	];
	const setNameAndPartNumber = (id: string, name: string, partNumber: string | null) =>
		db.update(products).set({ name, partNumber }).where(eq(products.id, id));
	await setNameAndPartNumber(first, "Ratchet for 7713 screws", null);
	await setNameAndPartNumber(second, "Bench vise", "TTD-7713");
	await setNameAndPartNumber(third, "Pry bar", "77-1399");
	expect(getIds(await find("q=7713"))).toEqual([second, third, first]);
	expect(getIds(await find("q=771"))).toEqual([third, second]);
	expect(getIds(await find("q=77")), "too short").toEqual([third]);
	expect(getIds(await find("q=ttd-7713"))).toEqual([second]);
	expect(getIds(await find(`q=${encodeURIComponent("#TTD‑7713")}`))).toEqual([second]);
	await db.delete(products).where(inArray(products.id, [first, second, third]));
});

test("finds a part number that has lost its leading zeros in a spreadsheet", async () => {
	const [first, second] = [await localShop.addProduct(10), await localShop.addProduct(10)];
	const set = (id: string, values: { name?: string; partNumber?: string }) =>
		db.update(products).set(values).where(eq(products.id, id));
	await set(first, { name: "Bit 8417" });
	await set(second, { partNumber: "0008417" });
	expect(getIds(await find("q=8417"))).toEqual([second, first]);
	await set(second, { partNumber: "084" });
	expect(getIds(await find("q=84"))).toEqual([second]);
	await db.delete(products).where(inArray(products.id, [first, second]));
});

test("ranks the product with the searched part number first, ignoring case and separators", async () => {
	const [first, second] = [await localShop.addProduct(10), await localShop.addProduct(10)];
	const setNameAndPartNumber = (id: string, name: string, partNumber: string) =>
		db.update(products).set({ name, partNumber }).where(eq(products.id, id));
	await setNameAndPartNumber(
		first,
		"Spare blade for 06A115561B, 06A115561B and 06A115561B",
		"BLADE 9",
	);
	await setNameAndPartNumber(second, "Filter key", "06A 115.561-B");
	for (const text of ["06A 115.561-B", "06a115561b", "06a 115 561 b"])
		expect(getIds(await find(`q=${text}`))[0], text).toBe(second);
	expect(getIds(await find("q=06A115"))).toEqual([second, first]);
	expect(getIds(await find("q=06a115561b&category=lifting"))).toEqual([]);
	await setNameAndPartNumber(first, "Spare", "Filter-1");
	expect(
		getIds(await find("q=filter")).at(-1),
		"name matches rank above part-number prefix matches",
	).toBe(first);
	await db.delete(products).where(inArray(products.id, [first, second]));
});

test("does not find deleted products", async () => {
	await localShop.addProduct(10);
	await db.update(products).set({ name: "Quirkometer", deletedAt: new Date() });
	expect((await find("q=quirkometer")).products).toEqual([]);
	await db.update(products).set({ deletedAt: null });
	expect((await find("q=quirkometer")).total).toBe(catalogue.length + 1);
});
