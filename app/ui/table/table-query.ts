import * as v from "valibot";
import { textLength } from "#contract/limits.ts";
import type { OrderState } from "#contract/order-states.ts";
import { type OrderView, orderKeys } from "#worker/shop/orders/search.ts";

/** What a table's address says: page from 0, what is searched. Anything unreadable is the first page of everything. */
const querySchema = v.object({
	page: v.fallback(v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)), 0),
	search: v.pipe(
		v.fallback(v.string(), ""),
		v.transform((text) => text.slice(0, textLength.search).trim()),
	),
	by: v.fallback(v.picklist(orderKeys), "email"),
});

/** @returns the one of some choices that an address names; null when it names none of them */
export const readChoice = <const Choice extends string>(
	{ searchParams }: URL,
	name: string,
	choices: readonly Choice[],
): Choice | null => choices.find((choice) => choice === searchParams.get(name)) ?? null;

const states = ["unpaid", "paid", "shifted"] as const satisfies OrderState[];

/** @returns which orders the table, or the export, at this address has */
export function readOrderView(url: URL): OrderView {
	const { search, by } = readTableQuery(url);
	const sort = readChoice(url, "sort", ["newest", "oldest"]) ?? "newest";
	return { search, by, state: readChoice(url, "state", states), sort };
}

/** @returns what the table at this address shows; `by` only where the table can be searched by several things */
export const readTableQuery = ({ searchParams }: URL) =>
	v.parse(querySchema, {
		page: searchParams.get("page"),
		search: searchParams.get("search"),
		by: searchParams.get("by"),
	});
