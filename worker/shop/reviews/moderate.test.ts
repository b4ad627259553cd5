import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { createId } from "#worker/auth/tokens.ts";
import { productRatings, reviews } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { hideReview, showReview } from "./moderate.ts";
import { listReviews } from "./read.ts";

/** Creates a shop with a five-star review of a product. */
async function createFixture() {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const { db } = localShop;
	const id = createId();
	const productId = await localShop.addProduct(10);
	await db.insert(reviews).values({
		id,
		productId,
		stars: 5,
		review: "Holds its setting.",
		ratings: "5",
		img: "/pictures/people/tom.svg",
		name: "Tom",
		email: "tom@example.com",
	});
	const readRating = () =>
		db.select().from(productRatings).where(eq(productRatings.productId, productId)).get();
	return { ...localShop, id, productId, readRating };
}

const listIds = async (shop: Parameters<typeof listReviews>[0]) =>
	(await listReviews(shop)).list.map(({ id }) => id);

test("a hidden review is visible only to admins, and does not count toward the rating", async () => {
	const { anonymousContext, createContext, addAccount, id, productId, readRating } =
		await createFixture();
	const purgedTags: string[][] = [];
	const purgeAfterResponse = (tags: string[]) => void purgedTags.push(tags);
	const adminContext = { ...createContext(await addAccount("admin")), purgeAfterResponse };
	for (let attempt = 0; attempt < 2; attempt += 1) await hideReview(adminContext, id);
	expect(await listIds(anonymousContext)).toEqual([]);
	expect((await listReviews(adminContext)).list).toMatchObject([{ id, hidden: true }]);
	expect(await readRating()).toMatchObject({ reviews: 0 });
	for (let attempt = 0; attempt < 2; attempt += 1) await showReview(adminContext, id);
	expect(await listIds(anonymousContext)).toEqual([id]);
	expect((await listReviews(adminContext)).list).toMatchObject([{ id, hidden: false }]);
	expect(await readRating()).toMatchObject({ stars: 5, reviews: 1 });
	expect(purgedTags).toEqual(Array(4).fill(["getreviews", `reviews:${productId}`]));
});

test("a list after a cursor contains only older reviews", async () => {
	const { anonymousContext, db, id } = await createFixture();
	const [review] = await db.select().from(reviews);
	const createdAt = review?.createdAt ?? new Date(0);
	const listBefore = async (ms: number) =>
		(await listReviews(anonymousContext, { id, createdAt: new Date(createdAt.getTime() + ms) }))
			.list;
	expect(await listBefore(0)).toEqual([]);
	expect(await listBefore(1)).toMatchObject([{ id }]);
});

test("only admins can hide and show reviews", async () => {
	const { anonymousContext, createContext, addAccount, id } = await createFixture();
	const shopperContext = createContext(await addAccount());
	const adminContext = createContext(await addAccount("admin"));
	for (const moderate of [hideReview, showReview]) {
		await expect(moderate(anonymousContext, id)).rejects.toMatchObject({ status: 401 });
		await expect(moderate(shopperContext, id)).rejects.toMatchObject({ status: 403 });
		await expect(moderate(adminContext, createId())).rejects.toMatchObject({ status: 404 });
	}
	expect(await listIds(anonymousContext)).toEqual([id]);
});
