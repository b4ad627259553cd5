import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { products, reviews, users } from "#worker/db/schema.ts";
import { seedProducts, seedReviews } from "../../scripts/seed/rows.ts";
import { seedAccounts, seedPassword, seedShop } from "../../scripts/seed.ts";
import { createJsonInit, startShop } from "../support/shop.ts";

const shop = await startShop();
afterAll(shop.stop);

const readAll = async () => ({
	products: await shop.db.select().from(products),
	reviews: await shop.db.select().from(reviews),
	users: await shop.db.select().from(users),
});

test("seeding an empty shop adds products, reviews, and two accounts that can log in", async () => {
	await seedShop(shop.env.DB);
	const rows = await readAll();
	const counts = [rows.products.length, rows.reviews.length, rows.users.length];
	expect(counts).toEqual([seedProducts.length, seedReviews.length, seedAccounts.length]);
	for (const { email, name, role } of seedAccounts) {
		const response = await shop.fetch(
			"/auth/login",
			createJsonInit({ email, password: seedPassword }),
		);
		expect(await response.json()).toEqual({ account: { email, name, role } });
	}
});

test("seeding again keeps edits and does not restore deleted rows", async () => {
	await seedShop(shop.env.DB);
	const [editedProduct, deletedProduct] = (await readAll()).products;
	const [review] = (await readAll()).reviews;
	if (!editedProduct || !deletedProduct || !review) throw new Error("The shop was not seeded.");
	await shop.db
		.update(products)
		.set({ priceCents: 99, priceBreaks: [] })
		.where(eq(products.id, editedProduct.id));
	await shop.db
		.update(products)
		.set({ deletedAt: new Date() })
		.where(eq(products.id, deletedProduct.id));
	await shop.db.delete(reviews).where(eq(reviews.id, review.id));
	const rowsBefore = await readAll();
	await seedShop(shop.env.DB);
	expect(await readAll()).toEqual(rowsBefore);
});
