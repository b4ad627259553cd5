import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { noFilters } from "#contract/schemas/tools-query.ts";
import { createId } from "#worker/auth/tokens.ts";
import { orders, products, reviews } from "#worker/db/schema.ts";
import { createRefundFixture } from "../../tests/model/refund-fixture.ts";
import { createLocalShop } from "../../tests/support/local-shop.ts";
import { deleteUser } from "./accounts/users.ts";
import { addProduct, deleteProduct, restock, setStock, updateProduct } from "./catalogue/edit.ts";
import { findTools } from "./catalogue/find.ts";
import { addPicture, removePicture } from "./catalogue/gallery.ts";
import { getHome, requireProductPage } from "./catalogue/home-and-product-pages.ts";
import { listSitemapPart } from "./catalogue/read.ts";
import { findSimilarTools } from "./catalogue/similar.ts";
import type { ShopContext } from "./context.ts";
import { cancelOrder } from "./orders/cancel.ts";
import { placeOrder } from "./orders/place.ts";
import { addReview } from "./reviews/add.ts";
import { deleteReview, hideReview, showReview } from "./reviews/moderate.ts";

type Fixture = {
	admin: ShopContext;
	shopper: ShopContext;
	/** Id of a product with 25 pieces in stock and a minimum order of 10. */
	productId: string;
	/** Id of the shopper's review of that product, which they have bought. */
	reviewId: string;
	email: string;
};

async function createFixture(): Promise<Fixture> {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const [adminAccount, account] = [
		await localShop.addAccount("admin"),
		await localShop.addAccount(),
	];
	const [admin, shopper] = [
		localShop.createContext(adminAccount),
		localShop.createContext(account),
	];
	const productId = await localShop.addProduct(35, 10);
	const order = await placeOrder(shopper, { productId, ...createPurchase(10) });
	await admin.db
		.update(orders)
		.set({ paidAt: new Date(), transactionId: "pi_x" })
		.where(eq(orders.id, order));
	const reviewId = await addReview(shopper, {
		toolId: productId,
		review: "Good",
		ratings: "5",
		img: "",
	});
	for (const { edgeCache } of [admin, shopper]) edgeCache.tagsToPurge.clear();
	return { admin, shopper, productId, reviewId, email: account.email };
}

const createPurchase = (quantity: number) => ({
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

type Write = (fixture: Fixture) => Promise<unknown>;
type ExpectedTags = (fixture: Fixture) => string[];
const noTags: ExpectedTags = () => [];
const cardTags: ExpectedTags = ({ productId }) => ["products", `product:${productId}`];
const productPageTags: ExpectedTags = ({ productId }) => [`product:${productId}`];
const reviewTags: ExpectedTags = ({ productId }) => ["getreviews", `reviews:${productId}`];

const writes: [string, Write, ExpectedTags][] = [
	["adding a product", ({ admin }) => addProduct(admin, newTool), () => ["products"]],
	[
		"changing a price",
		({ admin, productId }) => updateProduct(admin, productId, { ...edit, priceCents: 5 }),
		cardTags,
	],
	[
		"saving an edit without changes",
		({ admin, productId }) => updateProduct(admin, productId, edit),
		noTags,
	],
	["deleting a product", ({ admin, productId }) => deleteProduct(admin, productId), cardTags],
	[
		"adding a picture",
		({ admin, productId }) => addPicture(admin, productId, picture),
		productPageTags,
	],
	[
		"removing a picture",
		async ({ admin, productId }) => {
			await admin.db.update(products).set({ gallery: [picture] });
			await removePicture(admin, productId, picture);
		},
		productPageTags,
	],
	["changing the stock", ({ admin, productId }) => setStock(admin, productId, 9), cardTags],
	[
		"setting the stock to its current quantity",
		({ admin, productId }) => setStock(admin, productId, 25),
		noTags,
	],
	[
		"restocking",
		({ admin, productId }) =>
			restock(admin, productId, { quantity: 30, shownStock: 25, editKey: null }),
		cardTags,
	],
	[
		"restocking to the current quantity",
		({ admin, productId }) =>
			restock(admin, productId, { quantity: 25, shownStock: 25, editKey: null }),
		noTags,
	],
	[
		"an order that leaves the product in stock",
		({ shopper, productId }) => placeOrder(shopper, { productId, ...createPurchase(10) }),
		noTags,
	],
	[
		"an order that takes the product out of stock",
		({ shopper, productId }) => placeOrder(shopper, { productId, ...createPurchase(16) }),
		cardTags,
	],
	[
		"a rejected order",
		({ shopper, productId }) =>
			placeOrder(shopper, { productId, ...createPurchase(26) }).catch(String),
		noTags,
	],
	[
		"adding a review of the product",
		({ shopper, productId }) =>
			addReview(shopper, { toolId: productId, review: "Good", ratings: "4", img: "" }),
		reviewTags,
	],
	[
		"adding a review of the shop",
		({ shopper }) => addReview(shopper, { review: "Good", ratings: "4", img: "" }),
		() => ["getreviews"],
	],
	["hiding a review", ({ admin, reviewId }) => hideReview(admin, reviewId), reviewTags],
	["showing a review", ({ admin, reviewId }) => showReview(admin, reviewId), reviewTags],
	["deleting a review", ({ admin, reviewId }) => deleteReview(admin, reviewId), reviewTags],
	["deleting an account", ({ admin, email }) => deleteUser(admin, email), reviewTags],
];

const getPurgedTags = ({ admin, shopper }: Fixture) => [
	...admin.edgeCache.tagsToPurge,
	...shopper.edgeCache.tagsToPurge,
];

test.each(writes)("%s purges only the pages that it changes", async (_, write, expectedTags) => {
	const fixture = await createFixture();
	await write(fixture);
	expect(getPurgedTags(fixture)).toEqual(expectedTags(fixture));
});

test("canceling an order purges pages only if it brings the product back in stock", async () => {
	const fixture = await createFixture();
	const { admin, shopper, productId } = fixture;
	const [first, last] = [
		await placeOrder(shopper, { productId, ...createPurchase(10) }),
		await placeOrder(shopper, { productId, ...createPurchase(10) }),
	];
	shopper.edgeCache.tagsToPurge.clear();
	await cancelOrder(admin, last);
	expect(getPurgedTags(fixture)).toEqual(cardTags(fixture));
	admin.edgeCache.tagsToPurge.clear();
	await cancelOrder(admin, first);
	expect(getPurgedTags(fixture)).toEqual([]);
});

test("a refund purges pages only if it brings the product back in stock", async () => {
	const fixture = await createRefundFixture();
	const { tagsToPurge } = fixture.adminContext.edgeCache;
	await fixture.db.update(products).set({ minimum: 17 });
	await fixture.refund({ pieces: 1, restock: true });
	expect([...tagsToPurge]).toEqual(["products", `product:${fixture.productId}`]);
	tagsToPurge.clear();
	await fixture.refund({ pieces: 1, restock: true });
	expect([...tagsToPurge]).toEqual([]);
});

test("a product page has the tags of the similar products that it shows", async () => {
	const { admin, productId } = await createFixture();
	const similar = createId();
	await admin.db.insert(products).values({ id: similar, ...newTool });
	await findSimilarTools(admin, { id: productId, priceCents: 1_999 });
	expect([...admin.edgeCache.extraTags]).toEqual([`product:${similar}`]);
});

test("a page past the end of a list is not cached, but an empty list is", async () => {
	const { admin, productId } = await createFixture();
	const query = { ...noFilters, q: "", sort: "name" } as const;
	const views: [string, (shop: ShopContext, page: number) => Promise<unknown>][] = [
		["home", getHome],
		["catalogue", (shop, page) => findTools(shop, { ...query, page })],
		["tool", (shop, page) => requireProductPage(shop, productId, page)],
		["sitemap", listSitemapPart],
	];
	for (const [name, view] of views) {
		for (const [page, isCacheable] of [
			[0, true],
			[7, false],
		] as const) {
			const shop = { ...admin, edgeCache: { ...admin.edgeCache, isCacheable: true } };
			await view(shop, page);
			expect([name, page, shop.edgeCache.isCacheable]).toEqual([name, page, isCacheable]);
		}
	}
	await admin.db.delete(reviews);
	await requireProductPage(admin, productId, 0);
	expect(admin.edgeCache.isCacheable).toBe(true);
});
