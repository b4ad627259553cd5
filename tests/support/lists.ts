import { createId, createToken } from "#worker/auth/tokens.ts";
import { savedListLines, savedLists } from "#worker/db/schema.ts";
import type { TestShop } from "./shop.ts";

type Values = Partial<typeof savedLists.$inferInsert> & { userId: string; productId: string };

/** Adds a list named "Brake jobs" with 12 units of the product, which is shared by a link. */
export async function addSavedList({ db }: TestShop, { productId, ...values }: Values) {
	const list = { id: createId(), shareToken: createToken() };
	await db.batch([
		db.insert(savedLists).values({ ...list, name: "Brake jobs", ...values }),
		db.insert(savedListLines).values({ listId: list.id, productId, quantity: 12, position: 0 }),
	]);
	return list;
}
