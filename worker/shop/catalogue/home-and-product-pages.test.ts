import { expect, onTestFinished, test } from "vitest";
import { toolReviewPages } from "#contract/limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import { reviews } from "#worker/db/schema.ts";
import { createLocalShop, withEnv } from "../../../tests/support/local-shop.ts";
import { getHome, requireProductPage } from "./home-and-product-pages.ts";

test("the contact address on the home page is the sender of the shop's emails", async () => {
	const { anonymousContext } = createLocalShop();
	const context = withEnv(anonymousContext, { MAIL_FROM: "Shop <sales@garage.test>" });
	expect((await getHome(context, 0)).contact).toBe("sales@garage.test");
});

test("the home page shows the latest reviews first", async () => {
	const { anonymousContext, db, close } = createLocalShop();
	onTestFinished(close);
	for (const [index, name] of ["Ann", "Bob", "Cid"].entries()) {
		const review = { review: "Good.", ratings: "5", img: "", name, email: "a@b.c" };
		await db.insert(reviews).values({ ...review, id: createId(), createdAt: new Date(index) });
	}
	const { reviews: shownReviews } = await getHome(anonymousContext, 0);
	expect(shownReviews.map(({ name }) => name)).toEqual(["Cid", "Bob", "Ann"]);
});

test("a page of a tool's reviews has a next page only if more reviews follow, up to ten pages", async () => {
	const { anonymousContext, db, addProduct, close } = createLocalShop();
	onTestFinished(close);
	const productId = await addProduct(1);
	const { size, count } = toolReviewPages;
	const addReviews = async (reviewCount: number) => {
		const review = {
			productId,
			review: "Good.",
			ratings: "5",
			img: "",
			name: "Ann",
			email: "a@b.c",
		};
		await db
			.insert(reviews)
			.values(Array.from({ length: reviewCount }, () => ({ ...review, id: createId() })));
	};
	const readPage = async (page: number) => {
		const { hasMore, reviews: shownReviews } = await requireProductPage(
			anonymousContext,
			productId,
			page,
		);
		return [shownReviews.length, hasMore];
	};
	await addReviews(size);
	expect(await readPage(0)).toEqual([size, false]);
	await addReviews(1);
	expect(await readPage(0)).toEqual([size, true]);
	expect(await readPage(1)).toEqual([1, false]);
	await addReviews(size * count);
	expect(await readPage(count - 2)).toEqual([size, true]);
	expect(await readPage(count - 1)).toEqual([size, false]);
});
