import { eq } from "drizzle-orm";
import { createId } from "#worker/auth/tokens.ts";
import {
	addresses,
	checkouts,
	images,
	messages,
	orders,
	products,
	reviews,
	users,
} from "#worker/db/schema.ts";
import { prepareAccount, type TestAccount } from "../../support/accounts.ts";
import { createAddressRow } from "../../support/addresses.ts";
import { prepareImport } from "../../support/imports.ts";
import { createOrderRow } from "../../support/orders.ts";
import { createProductRow, createReviewRow } from "../../support/products.ts";
import { prepareQuote } from "../../support/quotes.ts";
import { prepareSavedList } from "../../support/saved-lists.ts";
import type { TestShop } from "../../support/shop.ts";

/** The senders of requests. The fixture's order, review, quote, and so on belong to `shopper`. */
export const visitors = ["anonymous", "shopper", "otherShopper", "admin"] as const;
export type Visitor = (typeof visitors)[number];

export type Fixture = {
	shop: TestShop;
	accounts: Record<Exclude<Visitor, "anonymous">, TestAccount>;
	/** $12.50, with 100 pieces in stock and a minimum order of 10. */
	product: typeof products.$inferSelect;
	/** The shopper's unpaid order of 12 pieces. */
	order: typeof orders.$inferSelect;
	review: typeof reviews.$inferSelect;
	/** The ID of the order's payment intent, or "" if there is none. */
	paymentId: string;
	/** The shopper's unanswered message to the shop. */
	messageId: string;
	/** An import that would change the price of the product. */
	importId: string;
	/** The shopper's quote, ready to accept: 20 pieces of the product for $11.00 each. */
	quoteId: string;
	/** The shopper's saved address "Workshop". */
	addressId: string;
	/** The shopper's shared list "Brake jobs": 12 pieces of the product. */
	list: ReturnType<typeof prepareSavedList>["list"];
	/** The shopper's checkout, which has no orders. */
	checkoutId: string;
};

/** Creates accounts and data that no other fixture shares. */
export async function createFixture(shop: TestShop): Promise<Fixture> {
	const { db } = shop;
	const [shopper, otherShopper, admin] = await Promise.all([
		prepareAccount(shop),
		prepareAccount(shop),
		prepareAccount(shop, { role: "admin" }),
	]);
	const productRow = createProductRow();
	const { id: userId, name, email } = shopper.account;
	const owner = { userId, name, email };
	const { id: productId, name: toolName } = productRow;
	const orderRow = createOrderRow({ ...owner, productId, toolName, quantity: 12 });
	const reviewRow = createReviewRow(null, { ...owner, stars: null });
	const addressRow = createAddressRow(userId);
	const message = { id: createId(), userId, name, email, subject: "other", text: "Hello" } as const;
	const checkoutId = `e${orderRow.id}`;
	const quote = prepareQuote(shop, { userId, productId });
	const productImport = prepareImport(shop, productId);
	const savedList = prepareSavedList(shop, { userId, productId });
	// Only two round trips, because fixtures are created hundreds of times.
	await db.batch([...shopper.statements, ...otherShopper.statements, ...admin.statements]);
	const [[product], [order], [review]] = await db.batch([
		db.insert(products).values(productRow).returning(),
		db.insert(orders).values(orderRow).returning(),
		db.insert(reviews).values(reviewRow).returning(),
		db.insert(addresses).values(addressRow),
		db.insert(messages).values(message),
		db.insert(checkouts).values({ id: checkoutId, userId }),
		...quote.statements,
		...productImport.statements,
		...savedList.statements,
	]);
	if (!product || !order || !review) throw new Error("The rows were not inserted.");
	return {
		shop,
		accounts: {
			shopper: shopper.account,
			otherShopper: otherShopper.account,
			admin: admin.account,
		},
		product,
		order,
		review,
		paymentId: "",
		importId: productImport.id,
		checkoutId,
		messageId: message.id,
		quoteId: quote.id,
		addressId: addressRow.id,
		list: savedList.list,
	};
}

/** Reads the rows of the fixture that a call could change, and the number of rows in each of these tables. */
export async function readSnapshot({ shop: { db }, product, order, review, accounts }: Fixture) {
	const [productRows, orderRows, reviewRows, shopper, otherShopper, counts] = await db.batch([
		db.select().from(products).where(eq(products.id, product.id)),
		db.select().from(orders).where(eq(orders.id, order.id)),
		db.select().from(reviews).where(eq(reviews.id, review.id)),
		db.select().from(users).where(eq(users.id, accounts.shopper.id)),
		db.select().from(users).where(eq(users.id, accounts.otherShopper.id)),
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
		otherShopper: otherShopper[0],
		counts: counts[0],
	};
}

export type Snapshot = Awaited<ReturnType<typeof readSnapshot>>;
