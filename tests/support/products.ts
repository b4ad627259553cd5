import { createId } from "#worker/auth/tokens.ts";
import { products, reviews } from "#worker/db/schema.ts";
import type { RunningShop } from "./shop.ts";

type Product = typeof products.$inferSelect;

/** Returns the values of a product, by default 100 pieces at $12.50, with a minimum order of 10. */
export function createProductRow(values: Partial<Product> = {}) {
	const id = createId();
	return {
		id,
		name: `Tool ${id}`,
		description: "Made for one test.",
		priceCents: 1250,
		quantity: 100,
		minimum: 10,
		img: "/pictures/torque-wrench-800.webp",
		...values,
	};
}

/**
 * Inserts a product and returns its row.
 * @param values - override those of `createProductRow`
 */
export const createProduct = (
	{ db }: Pick<RunningShop, "db">,
	values: Partial<Product> = {},
): Promise<Product> => db.insert(products).values(createProductRow(values)).returning().get();

/** Returns the values of a review, by default a visible one with five stars. */
export function createReviewRow(
	productId: string | null,
	values: Partial<typeof reviews.$inferInsert> = {},
): typeof reviews.$inferInsert {
	return {
		id: createId(),
		productId,
		stars: 5,
		ratings: "5",
		review: "Holds its setting.",
		img: "/pictures/people/tom.svg",
		name: "Tom Harker",
		email: "tom@example.com",
		...values,
	};
}

/**
 * Inserts a product with three pictures, a specification and reviews. Each review is a second newer than the previous one. The
 * reviews have 5, 4, 3, 2, 1, 5 … stars, and every second review is verified.
 */
export async function createReviewedProduct(shop: Pick<RunningShop, "db">, reviewCount: number) {
	const product = await createProduct(shop, {
		gallery: ["/pictures/ratchet-800.webp", "/pictures/pliers-800.webp"],
		specification: [
			["Drive", "1/2 in"],
			["Range", "40–200 Nm"],
		],
	});
	for (let index = 0; index < reviewCount; index += 1) {
		const stars = 5 - (index % 5);
		const createdAt = new Date(Date.UTC(2026, 2, 14, 9, 0, index));
		const values = { stars, ratings: String(stars), verified: index % 2 === 1, createdAt };
		await shop.db
			.insert(reviews)
			.values(createReviewRow(product.id, { ...values, review: `Review ${index + 1}.` }));
	}
	return product;
}
