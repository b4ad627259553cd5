import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { readToolsQuery } from "#contract/schemas/tools-query.ts";
import { products } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import type { ShopContext } from "../context.ts";
import { placeOrder } from "../orders/place.ts";
import { addProduct, deleteProduct, publishProduct, updateProduct } from "./edit.ts";
import { findTools, suggestTools } from "./find.ts";
import { addPicture } from "./gallery.ts";
import { getHome, requireProductPage } from "./home-and-product-pages.ts";
import { getProductsPage } from "./product-table.ts";
import {
	findProduct,
	getProductCount,
	listProductsAfter,
	listPublishedProducts,
	listSitemapPart,
} from "./read.ts";
import { findSimilarTools } from "./similar.ts";

const jack = {
	name: "Zeppelin jack",
	description: "Lifts.",
	priceCents: 2_000,
	quantity: 5,
	minimum: 1,
	img: "/pictures/pliers-800.webp",
	partNumber: "ZEP-1",
};

async function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const staffContext = localShop.createContext(await localShop.addAccount("admin"));
	const shopperContext = localShop.createContext(await localShop.addAccount());
	const otherId = await localShop.addProduct(5);
	return { localShop, staffContext, shopperContext, otherId };
}

/** Returns the places where `shop` shows the product. */
async function findPlaces(shop: ShopContext, id: string, otherId: string): Promise<string[]> {
	const getIds = (list: { id: string }[]) => list.map((product) => product.id);
	const parseQuery = (text: string) => readToolsQuery(new URLSearchParams(text));
	const getPage = () => requireProductPage(shop, id, 0).then(({ product }) => [product.id]);
	const places: Record<string, string[]> = {
		catalogue: getIds((await findTools(shop, parseQuery(""))).products),
		search: getIds((await findTools(shop, parseQuery("q=zeppelin"))).products),
		"part number": getIds((await findTools(shop, parseQuery("q=zep-1"))).products),
		"best sellers": getIds((await findTools(shop, parseQuery("sort=best"))).products),
		suggestions: getIds(await suggestTools(shop, "zeppelin")),
		home: getIds((await getHome(shop, 0)).products),
		similar: getIds(await findSimilarTools(shop, { id: otherId, priceCents: 2_000 })),
		sitemap: await listSitemapPart(shop, 0),
		"product by id": getIds([await findProduct(shop, id)].filter((product) => product !== null)),
		"API page": getIds(await listPublishedProducts(shop, 0, 10)),
		"API list": getIds((await listProductsAfter(shop)).list),
		"product count": (await getProductCount(shop)) === 2 ? [id] : [],
		"product page": await getPage().catch(() => []),
	};
	return Object.keys(places).filter((place) => places[place]?.includes(id));
}

const allPlaces = [
	"catalogue",
	"search",
	"part number",
	"best sellers",
	"suggestions",
	"home",
	"similar",
	"sitemap",
	"product by id",
	"API page",
	"API list",
	"product count",
	"product page",
];

test("a draft is hidden from shoppers until it is published", async () => {
	const { staffContext, shopperContext, localShop, otherId } = await createFixture();
	const id = await addProduct(staffContext, { ...jack, draft: true });
	const order = { productId: id, quantity: 1, location: "Here", phone: "1", idempotencyKey: null };
	for (const shop of [localShop.anonymousContext, shopperContext])
		expect(await findPlaces(shop, id, otherId)).toEqual([]);
	expect(await findPlaces(staffContext, id, otherId), "the preview").toEqual(["product page"]);
	await expect(placeOrder(shopperContext, order)).rejects.toMatchObject({ status: 404 });
	expect(await publishProduct(staffContext, id)).toBe(1);
	expect(await publishProduct(staffContext, id), "already published").toBe(0);
	expect(await findPlaces(shopperContext, id, otherId)).toEqual(allPlaces);
	await placeOrder(shopperContext, order);
});

test("staff can list, change, and delete drafts", async () => {
	const { staffContext } = await createFixture();
	const id = await addProduct(staffContext, { ...jack, draft: true });
	const view = { page: 0, search: "", category: null, stock: null, sort: "name" } as const;
	const listDrafts = async () =>
		(await getProductsPage(staffContext, { ...view, state: "draft" })).rows;
	expect(await listDrafts()).toMatchObject([{ id, draft: true, quantity: 5 }]);
	expect((await getProductsPage(staffContext, { ...view, state: "listed" })).rows).toHaveLength(1);
	await updateProduct(staffContext, id, {
		description: "New.",
		priceCents: 100,
		quantity: 7,
		minimum: 1,
	});
	await addPicture(staffContext, id, "/pictures/ratchet-800.webp");
	expect(await listDrafts()).toMatchObject([{ priceCents: 100, quantity: 7, draft: true }]);
	await deleteProduct(staffContext, id);
	expect(await listDrafts()).toEqual([]);
	await expect(publishProduct(staffContext, id)).rejects.toMatchObject({ status: 404 });
});

test("rejects a part number that a draft or a published product already has", async () => {
	const { staffContext, otherId } = await createFixture();
	const partNumberTaken = { code: "part_number_taken" };
	const id = await addProduct(staffContext, { ...jack, draft: true });
	await expect(addProduct(staffContext, { ...jack, partNumber: "zep-1" })).rejects.toMatchObject(
		partNumberTaken,
	);
	await expect(addProduct(staffContext, { ...jack, draft: true })).rejects.toMatchObject(
		partNumberTaken,
	);
	await staffContext.db
		.update(products)
		.set({ partNumber: "ZEP-1" })
		.where(eq(products.id, otherId));
	await expect(publishProduct(staffContext, id)).rejects.toMatchObject(partNumberTaken);
	const turnPublishedIntoDraft = staffContext.db
		.update(products)
		.set({ draft: true })
		.where(eq(products.id, otherId));
	await expect(turnPublishedIntoDraft, "a published product cannot be a draft").rejects.toThrow();
});
