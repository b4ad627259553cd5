import { eq } from "drizzle-orm";
import { createId } from "#worker/auth/tokens.ts";
import { images, orders, products, reviews, users } from "#worker/db/schema.ts";
import { createAccount, createAdmin, type TestAccount } from "../../support/accounts.ts";
import { createProduct } from "../../support/products.ts";
import type { TestShop } from "../../support/shop.ts";

/** Who asks: nobody, the shopper whose things they are, another shopper, an admin. */
export const roles = ["anonymous", "shopper", "other", "admin"] as const;
export type Role = (typeof roles)[number];

export type Fixture = {
	shop: TestShop;
	people: Record<Exclude<Role, "anonymous">, TestAccount>;
	/** 100 pieces in stock, 10 at least, 12.50 dollars. */
	product: typeof products.$inferSelect;
	/** The shopper's, unpaid, of 12 pieces. */
	order: typeof orders.$inferSelect;
	review: typeof reviews.$inferSelect;
	/** The id of a payment that the shopper has made for the order; "" where none is needed. */
	paymentId: string;
};

/** Makes everything that one call can be about, for nobody else. */
export async function createFixture(shop: TestShop): Promise<Fixture> {
	const [shopper, other, admin, product] = await Promise.all([
		createAccount(shop),
		createAccount(shop),
		createAdmin(shop),
		createProduct(shop),
	]);
	const order = await shop.db
		.insert(orders)
		.values({
			id: createId(),
			userId: shopper.id,
			productId: product.id,
			toolName: product.name,
			toolPriceCents: product.priceCents,
			quantity: 12,
			name: shopper.name,
			email: shopper.email,
			location: "1 Bay Road",
			phone: "555 0100",
		})
		.returning()
		.get();
	const review = await shop.db
		.insert(reviews)
		.values({
			id: createId(),
			userId: shopper.id,
			review: "Holds its setting.",
			ratings: "5",
			img: "/pictures/people/tom.svg",
			name: shopper.name,
			email: shopper.email,
		})
		.returning()
		.get();
	return { shop, people: { shopper, other, admin }, product, order, review, paymentId: "" };
}

/** Everything that a call of this fixture could change. */
export async function lookAt({ shop: { db }, product, order, review, people }: Fixture) {
	const [productRows, orderRows, reviewRows, shopper, other, counts] = await db.batch([
		db.select().from(products).where(eq(products.id, product.id)),
		db.select().from(orders).where(eq(orders.id, order.id)),
		db.select().from(reviews).where(eq(reviews.id, review.id)),
		db.select().from(users).where(eq(users.id, people.shopper.id)),
		db.select().from(users).where(eq(users.id, people.other.id)),
		db
			.select({
				products: db.$count(products),
				orders: db.$count(orders),
				reviews: db.$count(reviews),
				users: db.$count(users),
				images: db.$count(images),
			})
			.from(users)
			.limit(1),
	]);
	return {
		product: productRows[0],
		order: orderRows[0],
		review: reviewRows[0],
		shopper: shopper[0],
		other: other[0],
		counts: counts[0],
	};
}

export type Look = Awaited<ReturnType<typeof lookAt>>;
