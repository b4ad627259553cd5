import { createId } from "#worker/auth/tokens.ts";
import { quoteLines, quotes } from "#worker/db/schema.ts";
import type { TestShop } from "./shop.ts";

type Values = Partial<typeof quotes.$inferInsert> & { userId: string; productId: string };

/** Adds an answered quote: 20 units of the product for $11.00 each, which can be accepted for a day. @returns its id */
export async function addQuote({ db }: TestShop, { productId, ...values }: Values) {
	const id = createId();
	const answeredAt = new Date();
	const validUntil = new Date(answeredAt.getTime() + 24 * 60 * 60 * 1000);
	await db.batch([
		db.insert(quotes).values({
			...{ id, tools: "Bar, 20", message: "", company: "", phone: "" },
			...{ revision: 1, answeredAt, validUntil },
			...values,
		}),
		db
			.insert(quoteLines)
			.values({ quoteId: id, productId, position: 0, quantity: 20, unitPriceCents: 1_100 }),
	]);
	return id;
}
