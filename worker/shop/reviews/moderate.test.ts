import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { createId } from "#worker/auth/tokens.ts";
import { productRatings, reviews } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { hideReview, showReview } from "./moderate.ts";
import { listReviews } from "./read.ts";

/** A shop with one review of a tool, five stars. */
async function createReviewedShop() {
	const local = createLocalShop();
	onTestFinished(local.close);
	const { db } = local.anonymous;
	const id = createId();
	const productId = await local.addProduct(10);
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
	const countOf = () =>
		db.select().from(productRatings).where(eq(productRatings.productId, productId)).get();
	return { ...local, id, productId, countOf };
}

const idsFor = async (shop: Parameters<typeof listReviews>[0]) =>
	(await listReviews(shop)).list.map(({ id }) => id);

test("a hidden review is shown only to admins, and does not count, until it is shown again", async () => {
	const { anonymous, createShopFor, addAccount, id, productId, countOf } =
		await createReviewedShop();
	const admin = createShopFor(await addAccount("admin"));
	const purged: string[][] = [];
	const watched = { ...admin, purge: (tags: string[]) => void purged.push(tags) };
	for (let times = 0; times < 2; times += 1) await hideReview(watched, id);
	expect(await idsFor(anonymous)).toEqual([]);
	expect((await listReviews(admin)).list).toMatchObject([{ id, hidden: true }]);
	expect(await countOf()).toMatchObject({ reviews: 0 });
	for (let times = 0; times < 2; times += 1) await showReview(watched, id);
	expect(await idsFor(anonymous)).toEqual([id]);
	expect((await listReviews(admin)).list).toMatchObject([{ id, hidden: false }]);
	expect(await countOf()).toMatchObject({ stars: 5, reviews: 1 });
	expect(purged).toEqual(Array(4).fill(["getreviews", `reviews:${productId}`]));
});

test("only an admin hides and shows a review, and only one that exists", async () => {
	const { anonymous, createShopFor, addAccount, id } = await createReviewedShop();
	const shopper = createShopFor(await addAccount());
	const admin = createShopFor(await addAccount("admin"));
	for (const change of [hideReview, showReview]) {
		await expect(change(anonymous, id)).rejects.toMatchObject({ status: 401 });
		await expect(change(shopper, id)).rejects.toMatchObject({ status: 403 });
		await expect(change(admin, createId())).rejects.toMatchObject({ status: 404 });
	}
	expect(await idsFor(anonymous)).toEqual([id]);
});
