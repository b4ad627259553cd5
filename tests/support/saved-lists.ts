import { createId, createToken } from "#worker/auth/tokens.ts";
import { savedListLines, savedLists } from "#worker/db/schema.ts";
import type { TestShop } from "./shop.ts";

type Values = Partial<typeof savedLists.$inferInsert> & { userId: string; productId: string };

/** Prepares the statements of `addSavedList`, for fixtures that batch them with other statements. */
export function prepareSavedList({ db }: Pick<TestShop, "db">, { productId, ...values }: Values) {
	const list = { id: createId(), shareToken: createToken() };
	const statements = [
		db.insert(savedLists).values({ ...list, name: "Brake jobs", ...values }),
		db.insert(savedListLines).values({ listId: list.id, productId, quantity: 12, position: 0 }),
	] as const;
	return { list, statements };
}

/** Adds a list named "Brake jobs" with 12 pieces of the product, shared by link. */
export async function addSavedList(shop: TestShop, values: Values) {
	const { list, statements } = prepareSavedList(shop, values);
	await shop.db.batch(statements);
	return list;
}
