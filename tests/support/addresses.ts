import { createId } from "#worker/auth/tokens.ts";
import { addresses } from "#worker/db/schema.ts";
import type { RunningShop } from "./shop.ts";

type AddressRow = typeof addresses.$inferInsert;

/** Returns the values of a saved address, by default without a company. */
export const createAddressRow = (userId: string, values: Partial<AddressRow> = {}) => ({
	id: createId(),
	userId,
	label: "Workshop",
	location: "1 Bay Road",
	phone: "555 0100",
	usedAt: new Date(),
	...values,
});

/**
 * Inserts a saved address and returns its row.
 * @param values - override those of `createAddressRow`
 */
export const addAddress = (
	{ db }: Pick<RunningShop, "db">,
	userId: string,
	values?: Partial<AddressRow>,
) => db.insert(addresses).values(createAddressRow(userId, values)).returning().get();
