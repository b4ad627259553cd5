import { createId } from "#worker/auth/tokens.ts";
import { quoteLines, quotes } from "#worker/db/schema.ts";
import type { TestShop } from "./shop.ts";

type Values = Partial<typeof quotes.$inferInsert> & { userId: string; productId: string };

/** Prepares the statements of `addQuote`, for fixtures that batch them with other statements. */
export function prepareQuote({ db }: Pick<TestShop, "db">, { productId, ...values }: Values) {
	const id = createId();
	const answeredAt = new Date();
	const expiresAt = new Date(answeredAt.getTime() + 24 * 60 * 60 * 1000);
	const statements = [
		db.insert(quotes).values({
			id,
			tools: "Bar, 20",
			message: "",
			company: "",
			phone: "",
			revision: 1,
			answeredAt,
			expiresAt,
			...values,
		}),
		db
			.insert(quoteLines)
			.values({ quoteId: id, productId, position: 0, quantity: 20, unitPriceCents: 1_100 }),
	] as const;
	return { id, statements };
}

/**
 * Adds an answered quote for 20 pieces of the product at $11.00 each. It can be accepted for a day.
 * @returns the id of the quote
 */
export async function addQuote(shop: TestShop, values: Values): Promise<string> {
	const { id, statements } = prepareQuote(shop, values);
	await shop.db.batch(statements);
	return id;
}
