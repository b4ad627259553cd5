import { expect, onTestFinished, test } from "vitest";
import { reviews } from "#worker/db/schema.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { addReview } from "./add.ts";
import { hideReview, showReview } from "./moderate.ts";

const review = { review: "Holds well", ratings: "5", img: "" };

test("rejects a review by an admin or a visitor without an account", async () => {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const adminContext = localShop.createContext(await localShop.addAccount("admin"));
	await expect(addReview(adminContext, review)).rejects.toMatchObject({ status: 403 });
	await expect(addReview(localShop.anonymousContext, review)).rejects.toMatchObject({
		status: 401,
	});
	expect(await localShop.db.select().from(reviews)).toEqual([]);
	await addReview(localShop.createContext(await localShop.addAccount()), review);
	expect(await localShop.db.select().from(reviews)).toHaveLength(1);
});

test("a review that is submitted twice is added once", async () => {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const author = localShop.createContext(await localShop.addAccount());
	const [firstId, secondId] = await Promise.all([
		addReview(author, review),
		addReview(author, review),
	]);
	expect(secondId).toBe(firstId);
	await addReview(author, { ...review, review: "Still holds well" });
	await addReview(author, { ...review, img: "/images/jack.webp" });
	await addReview(localShop.createContext(await localShop.addAccount()), review);
	expect(await localShop.db.select().from(reviews)).toHaveLength(4);
});

test("a hidden review that its author sends again stays hidden and is not reported as added", async () => {
	const localShop = createLocalShop();
	onTestFinished(localShop.close);
	const author = localShop.createContext(await localShop.addAccount());
	const admin = localShop.createContext(await localShop.addAccount("admin"));
	const id = await addReview(author, review);
	await hideReview(admin, id);
	await expect(addReview(author, review)).rejects.toMatchObject({ code: "review_hidden" });
	expect(await localShop.db.select().from(reviews)).toMatchObject([{ hiddenAt: expect.any(Date) }]);
	await showReview(admin, id);
	expect(await addReview(author, review)).toBe(id);
});
