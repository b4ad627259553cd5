import { expect, onTestFinished, test } from "vitest";
import { products } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { getOverview } from "../overview/read.ts";
import { getProductsPage, type ProductView } from "./product-table.ts";

const tool = {
	description: "Made for one test.",
	priceCents: 1_999,
	img: "/pictures/torque-wrench-800.webp",
};

test("the table and the overview list the same low-stock tools: below two minimum orders and below 1,000 pieces", async () => {
	const { createContext, addAccount, db, close } = createLocalShop();
	onTestFinished(close);
	const adminContext = createContext(await addAccount("admin"));
	const stocks: [name: string, quantity: number, minimum: number][] = [
		["one minimum order and a half", 15, 10],
		["two minimum orders", 20, 10],
		["less than a minimum order", 9, 10],
		["1,000 pieces", 1_000, 600],
		["almost 1,000 pieces", 999, 600],
		["another below a minimum order", 0, 10],
	];
	for (const [name, quantity, minimum] of stocks)
		await db.insert(products).values({ ...tool, id: name, name, quantity, minimum });
	const view = { page: 0, search: "", category: null, state: "listed", sort: "newest" } as const;
	const listNames = async (stock: ProductView["stock"]) =>
		(await getProductsPage(adminContext, { ...view, stock })).rows.map(({ name }) => name);
	const outOfStock = ["another below a minimum order", "less than a minimum order"];
	const low = [...outOfStock, "almost 1,000 pieces", "one minimum order and a half"];
	expect(await listNames("out")).toEqual(outOfStock);
	expect(await listNames("low")).toEqual(low);
	const { lowStockProducts } = await getOverview(adminContext, "days", new Date());
	expect(lowStockProducts.map(({ name }) => name)).toEqual(low);
});
