import { and, eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { errors } from "#contract/errors.ts";
import type { Account } from "#contract/roles.ts";
import { createId } from "#worker/auth/tokens.ts";
import { orders, products, reviews } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { requireProductPage } from "../catalogue/home-and-product-pages.ts";
import { listBoughtTools } from "../orders/list.ts";
import { addReview } from "./add.ts";
import { deleteReview, hideReview } from "./moderate.ts";

/** Creates a shop with a product and a shopper, and functions that order and review a product. */
async function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const [toolId, shopper] = [await localShop.addProduct(10), await localShop.addAccount()];
	const addOrder = (account: Account, productId: string, paidAt: Date | null, laterTimes = {}) =>
		db.insert(orders).values({
			id: createId(),
			userId: account.id,
			productId,
			toolName: `Name of ${productId}`,
			toolPriceCents: 100,
			quantity: 1,
			name: account.name,
			email: account.email,
			location: "Here",
			phone: "1",
			paidAt,
			transactionId: paidAt && createId(),
			createdAt: paidAt ?? new Date(),
			...laterTimes,
		});
	const writeReview = async (account: Account, reviewedId: string, ratings = "5") => {
		const newReview = {
			review: "Good.",
			ratings,
			img: "/pictures/people/tom.svg",
			toolId: reviewedId,
		};
		const id = await addReview(localShop.createContext(account), newReview);
		return db.select().from(reviews).where(eq(reviews.id, id)).get();
	};
	return { ...localShop, db, toolId, shopper, addOrder, writeReview };
}

test("only customers who bought a tool can review it", async () => {
	const { toolId, shopper, addOrder, writeReview, addAccount, addProduct } = await createFixture();
	const otherAccount = await addAccount();
	await addOrder(shopper, await addProduct(1), new Date());
	await addOrder(shopper, toolId, null);
	await addOrder(otherAccount, toolId, new Date());
	await expect(writeReview(shopper, toolId)).rejects.toMatchObject({
		status: 400,
		issues: [{ field: "toolId", message: errors.product_not_bought.message }],
	});
	await addOrder(shopper, toolId, new Date());
	expect(await writeReview(shopper, toolId)).toMatchObject({ productId: toolId, verified: true });
	expect(await writeReview(shopper, "")).toMatchObject({ productId: null, verified: false });
	await expect(writeReview(shopper, "none")).rejects.toMatchObject({
		status: 400,
		issues: [{ field: "toolId", message: errors.product_unknown.message }],
	});
});

test("an order that was refunded before it shipped does not allow a review", async () => {
	const { createContext, toolId, shopper, addOrder, writeReview, addAccount } =
		await createFixture();
	await addOrder(shopper, toolId, new Date(1_000), { refundedAt: new Date(2_000) });
	await expect(writeReview(shopper, toolId)).rejects.toMatchObject({ code: "product_not_bought" });
	expect(await listBoughtTools(createContext(shopper))).toEqual([]);
	await addOrder(shopper, toolId, new Date(3_000));
	expect(await writeReview(shopper, toolId)).toMatchObject({ verified: true });
	expect(await listBoughtTools(createContext(shopper))).toMatchObject([{ id: toolId }]);
	const otherShopper = await addAccount();
	await addOrder(otherShopper, toolId, new Date(1_000), { shippedAt: new Date(2_000) });
	expect(await writeReview(otherShopper, toolId)).toMatchObject({ verified: true });
});

test("a review is no longer verified once all of its author's orders of the tool are refunded", async () => {
	const { db, toolId, shopper, addOrder, writeReview, addAccount, addProduct } =
		await createFixture();
	const otherShopper = await addAccount();
	const otherToolId = await addProduct(1);
	for (const [account, id] of [
		[shopper, toolId],
		[shopper, otherToolId],
		[otherShopper, toolId],
	] as const) {
		await addOrder(account, id, new Date(1_000));
		await writeReview(account, id);
	}
	await addOrder(shopper, toolId, new Date(2_000));
	const refund = (paidAt: Date) =>
		db
			.update(orders)
			.set({ refundedAt: new Date() })
			.where(
				and(eq(orders.userId, shopper.id), eq(orders.productId, toolId), eq(orders.paidAt, paidAt)),
			);
	const readVerified = async () =>
		(await db.select().from(reviews).orderBy(sql`rowid`)).map(({ verified }) => verified);
	await refund(new Date(2_000));
	expect(await readVerified()).toEqual([true, true, true]);
	await refund(new Date(1_000));
	expect(await readVerified()).toEqual([false, true, true]);
});

test("only reviews rated from 1 to 5 count toward the tool's rating, but all are shown", async () => {
	const { anonymousContext, toolId, addOrder, writeReview, addAccount } = await createFixture();
	for (const ratings of ["5", "4.5", "2", "great", "11"]) {
		const shopper = await addAccount();
		await addOrder(shopper, toolId, new Date());
		await writeReview(shopper, toolId, ratings);
	}
	const { product, reviews: reviewsOnPage } = await requireProductPage(anonymousContext, toolId, 0);
	expect(product.ratings).toEqual({ 2: 1, 4.5: 1, 5: 1 });
	const shownRatings = reviewsOnPage.map(({ ratings }) => ratings).sort();
	expect(shownRatings).toEqual(["11", "2", "4.5", "5", "great"]);
});

test("only one of an account's reviews of a tool counts, even if they are concurrent", async () => {
	const { anonymousContext, toolId, shopper, addOrder, writeReview, addProduct } =
		await createFixture();
	const otherToolId = await addProduct(1);
	for (const id of [toolId, otherToolId]) await addOrder(shopper, id, new Date());
	await writeReview(shopper, "", "5");
	await writeReview(shopper, toolId, "great");
	await Promise.all(Array.from({ length: 14 }, () => writeReview(shopper, toolId, "5")));
	await writeReview(shopper, otherToolId, "2");
	const { product, reviews: reviewsOnPage } = await requireProductPage(anonymousContext, toolId, 0);
	expect(product.ratings).toEqual({ 5: 1 });
	expect(reviewsOnPage.length).toBeGreaterThan(1);
	const otherPage = await requireProductPage(anonymousContext, otherToolId, 0);
	expect(otherPage.product.ratings).toEqual({ 2: 1 });
});

test("hiding or deleting a counted review does not make another review by its author count", async () => {
	const { anonymousContext, createContext, toolId, shopper, addOrder, writeReview, addAccount } =
		await createFixture();
	const adminContext = createContext(await addAccount("admin"));
	await addOrder(shopper, toolId, new Date());
	const [countedReview, otherReview] = [
		await writeReview(shopper, toolId, "5"),
		await writeReview(shopper, toolId, "4"),
	];
	expect([countedReview?.stars, otherReview?.stars]).toEqual([5, null]);
	const readRatings = async () =>
		(await requireProductPage(anonymousContext, toolId, 0)).product.ratings;
	await hideReview(adminContext, countedReview?.id ?? "");
	expect(await readRatings()).toEqual({ 5: 0 });
	await deleteReview(adminContext, countedReview?.id ?? "");
	expect(await readRatings()).toEqual({ 5: 0 });
});

test("lists every bought product once, most recently bought first", async () => {
	const { db, createContext, toolId, shopper, addOrder, addAccount, addProduct } =
		await createFixture();
	const [otherToolId, unpaidToolId] = [await addProduct(1), await addProduct(1)];
	await addOrder(shopper, toolId, new Date(1_000));
	await addOrder(shopper, otherToolId, new Date(2_000));
	await addOrder(shopper, otherToolId, new Date(3_000));
	await addOrder(shopper, unpaidToolId, null);
	await addOrder(await addAccount(), unpaidToolId, new Date(4_000));
	await db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, toolId));
	expect(await listBoughtTools(createContext(shopper))).toEqual([
		{ id: otherToolId, name: `Name of ${otherToolId}` },
		{ id: toolId, name: `Name of ${toolId}` },
	]);
	await expect(listBoughtTools(createContext(await addAccount("admin")))).rejects.toMatchObject({
		status: 403,
	});
});
