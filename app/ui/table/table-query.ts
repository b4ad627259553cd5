import type { LoaderFunctionArgs } from "react-router";
import * as v from "valibot";
import { shopContext } from "#app/lib/context.ts";
import { textLength } from "#contract/limits.ts";
import { type Filters, type FilterValues, getDefault } from "#contract/table-filters.ts";
import type { ShopContext } from "#worker/shop/context.ts";

export type TableQuery<F extends Filters> = { page: number; search: string } & {
	[Name in keyof F]:
		| Extract<keyof F[Name]["choices"], string>
		| (F[Name] extends { noFilterLabel: string } ? null : never);
};

const querySchema = v.object({
	page: v.fallback(v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)), 0),
	search: v.pipe(
		v.fallback(v.string(), ""),
		v.transform((text) => text.slice(0, textLength.tableSearch).trim()),
	),
});

/** For tables that have no filters. */
export const noFilters = {};

/** Replaces invalid values with the defaults. */
export function readTableQuery<const F extends Filters>(
	{ searchParams }: URL,
	filters: F,
): TableQuery<F> {
	const values: FilterValues = v.parse(querySchema, {
		page: searchParams.get("page"),
		search: searchParams.get("search"),
	});
	for (const [name, filter] of Object.entries(filters)) {
		const choice = searchParams.get(name);
		values[name] =
			choice !== null && Object.hasOwn(filter.choices, choice) ? choice : getDefault(filter);
	}
	// Each value is one of its filter's choices, or its default.
	return values as TableQuery<F>;
}

/** Creates the `loader` of a table page, from the use case that reads a page of rows. */
export const tableLoader =
	<const F extends Filters, Data extends object>(
		filters: F,
		readRows: (shop: ShopContext, query: TableQuery<F>) => Promise<Data>,
	) =>
	async ({ context, url }: LoaderFunctionArgs) => {
		const query = readTableQuery(url, filters);
		return { ...(await readRows(context.get(shopContext), query)), query };
	};
