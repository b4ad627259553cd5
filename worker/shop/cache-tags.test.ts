import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { createId } from "#worker/auth/tokens.ts";
import { orders, products, reviews } from "#worker/db/schema.ts";
import { openLocalShop } from "../../tests/support/local-shop.ts";
import { deleteUser } from "./accounts/users.ts";
import { addProduct, deleteProduct, restock, setStock, updateProduct } from "./catalogue/edit.ts";
import { findTools } from "./catalogue/find.ts";
import { addPicture, removePicture } from "./catalogue/gallery.ts";
import { getHome, requireProductPage } from "./catalogue/pages.ts";
import { listSitemapPart } from "./catalogue/read.ts";
import { similarTools } from "./catalogue/similar.ts";
import type { Shop } from "./context.ts";
import { cancelOrder } from "./orders/cancel.ts";
import { placeOrder } from "./orders/place.ts";
import { addReview } from "./reviews/add.ts";
import { deleteReview, hideReview, showReview } from "./reviews/moderate.ts";

type World = {
	admin: Shop;
	shopper: Shop;
	/** 25 pieces in stock, 10 an order. */
	tool: string;
	/** Of the shopper, about the tool, which they have bought. */
	review: string;
	email: string;
};

async function openWorld(): Promise<World> {
	const local = openLocalShop();
	onTestFinished(local.close);
	const [adminAccount, account] = [await local.addAccount("admin"), await local.addAccount()];
	const [admin, shopper] = [local.shopOf(adminAccount), local.shopOf(account)];
	const tool = await local.addProduct(35, 10);
	const order = await placeOrder(shopper, { productId: tool, ...purchase(10) });
	await admin.db
		.update(orders)
		.set({ paidAt: new Date(), transactionId: "pi_x" })
		.where(eq(orders.id, order));
	const review = await addReview(shopper, { toolId: tool, review: "Good", ratings: "5", img: "" });
	for (const { edge } of [admin, shopper]) edge.changed.clear();
	return { admin, shopper, tool, review, email: account.email };
}

const purchase = (quantity: number) => ({
	quantity,
	location: "Bay 4",
	phone: "123",
	idempotencyKey: null,
});
const edit = { description: "Made for one test.", quantity: 25, minimum: 10, priceCents: 1_999 };
const newTool = {
	name: "Jack",
	description: "Lifts.",
	priceCents: 100,
	quantity: 5,
	minimum: 1,
	img: "/pictures/torque-wrench-800.webp",
};
const picture = "/pictures/pliers-800.webp";

type Write = (world: World) => Promise<unknown>;
type Purged = (world: World) => string[];
const nothing: Purged = () => [];
const card: Purged = ({ tool }) => ["products", `product:${tool}`];
const ownPage: Purged = ({ tool }) => [`product:${tool}`];
const ownReviews: Purged = ({ tool }) => ["getreviews", `reviews:${tool}`];

const writes: [string, Write, Purged][] = [
	["a new tool", ({ admin }) => addProduct(admin, newTool), () => ["products"]],
	[
		"a new price",
		({ admin, tool }) => updateProduct(admin, tool, { ...edit, priceCents: 5 }),
		card,
	],
	["an edit that changes nothing", ({ admin, tool }) => updateProduct(admin, tool, edit), nothing],
	["a deleted tool", ({ admin, tool }) => deleteProduct(admin, tool), card],
	["a picture more", ({ admin, tool }) => addPicture(admin, tool, picture), ownPage],
	[
		"a picture less",
		async ({ admin, tool }) => {
			await admin.db.update(products).set({ gallery: [picture] });
			await removePicture(admin, tool, picture);
		},
		ownPage,
	],
	["another stock", ({ admin, tool }) => setStock(admin, tool, 9), card],
	["the stock that is there", ({ admin, tool }) => setStock(admin, tool, 25), nothing],
	[
		"pieces more",
		({ admin, tool }) => restock(admin, tool, { quantity: 30, seen: 25, editKey: null }),
		card,
	],
	[
		"no pieces more",
		({ admin, tool }) => restock(admin, tool, { quantity: 25, seen: 25, editKey: null }),
		nothing,
	],
	[
		"an order that leaves enough",
		({ shopper, tool }) => placeOrder(shopper, { productId: tool, ...purchase(10) }),
		nothing,
	],
	[
		"an order that takes the tool out of stock",
		({ shopper, tool }) => placeOrder(shopper, { productId: tool, ...purchase(16) }),
		card,
	],
	[
		"an order refused",
		({ shopper, tool }) => placeOrder(shopper, { productId: tool, ...purchase(26) }).catch(String),
		nothing,
	],
	[
		"a review of the tool",
		({ shopper, tool }) =>
			addReview(shopper, { toolId: tool, review: "Good", ratings: "4", img: "" }),
		ownReviews,
	],
	[
		"a review of the shop",
		({ shopper }) => addReview(shopper, { review: "Good", ratings: "4", img: "" }),
		() => ["getreviews"],
	],
	["a review hidden", ({ admin, review }) => hideReview(admin, review), ownReviews],
	["a review shown", ({ admin, review }) => showReview(admin, review), ownReviews],
	["a review deleted", ({ admin, review }) => deleteReview(admin, review), ownReviews],
	["an account deleted", ({ admin, email }) => deleteUser(admin, email), ownReviews],
];

const changedBy = ({ admin, shopper }: World) => [...admin.edge.changed, ...shopper.edge.changed];

test.each(writes)("%s purges the pages that show it, and no other", async (_, write, purged) => {
	const world = await openWorld();
	await write(world);
	expect(changedBy(world)).toEqual(purged(world));
});

test("a deleted order purges pages only where the tool is back in stock", async () => {
	const world = await openWorld();
	const { admin, shopper, tool } = world;
	const [first, last] = [
		await placeOrder(shopper, { productId: tool, ...purchase(10) }),
		await placeOrder(shopper, { productId: tool, ...purchase(10) }),
	];
	shopper.edge.changed.clear();
	await cancelOrder(admin, last);
	expect(changedBy(world)).toEqual(card(world));
	admin.edge.changed.clear();
	await cancelOrder(admin, first);
	expect(changedBy(world)).toEqual([]);
});

test("the page of a tool is tagged with the tools that it shows beside its own", async () => {
	const { admin, tool } = await openWorld();
	const beside = createId();
	await admin.db.insert(products).values({ id: beside, ...newTool });
	await similarTools(admin, { id: tool, priceCents: 1_999 });
	expect([...admin.edge.shown]).toEqual([`product:${beside}`]);
});

test("only pages with content may be cached", async () => {
	const { admin, tool } = await openWorld();
	const query = {
		q: "",
		category: null,
		min: null,
		max: null,
		stock: false,
		sort: "name",
	} as const;
	const views: [string, (shop: Shop, page: number) => Promise<unknown>][] = [
		["home", getHome],
		["catalogue", (shop, page) => findTools(shop, { ...query, page })],
		["tool", (shop, page) => requireProductPage(shop, tool, page)],
		["sitemap", listSitemapPart],
	];
	for (const [name, view] of views) {
		for (const [page, mayKeep] of [
			[0, true],
			[7, false],
		] as const) {
			const shop = { ...admin, edge: { ...admin.edge, mayKeep: true } };
			await view(shop, page);
			expect([name, page, shop.edge.mayKeep]).toEqual([name, page, mayKeep]);
		}
	}
	await admin.db.delete(reviews);
	const empty = { ...admin, edge: { ...admin.edge, mayKeep: true } };
	await requireProductPage(empty, tool, 0);
	expect(empty.edge.mayKeep).toBe(true);
});
