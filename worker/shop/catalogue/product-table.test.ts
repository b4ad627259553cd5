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

test("tools with low stock, of the table and of the overview, have less than two minimum orders and 1,000 pieces", async () => {
	const { createContext, addAccount, db, close } = createLocalShop();
	onTestFinished(close);
	const shop = createContext(await addAccount("admin"));
	const stocks: [name: string, quantity: number, minimum: number][] = [
		["one minimum order and a half", 15, 10],
		["two minimum orders", 20, 10],
		["no minimum order", 9, 10],
		["1,000 pieces", 1_000, 600],
		["almost 1,000 pieces", 999, 600],
		["another without a minimum order", 0, 10],
	];
	for (const [name, quantity, minimum] of stocks)
		await db.insert(products).values({ ...tool, id: name, name, quantity, minimum });
	const view = { page: 0, search: "", category: null, state: "listed", sort: "newest" } as const;
	const listNames = async (stock: ProductView["stock"]) =>
		(await getProductsPage(shop, { ...view, stock })).rows.map(({ name }) => name);
	const outOfStock = ["another without a minimum order", "no minimum order"];
	const low = [...outOfStock, "almost 1,000 pieces", "one minimum order and a half"];
	expect(await listNames("out")).toEqual(outOfStock);
	expect(await listNames("low")).toEqual(low);
	const { lowStockProducts } = await getOverview(shop, "days", new Date());
	expect(lowStockProducts.map(({ name }) => name)).toEqual(low);
});
