import * as v from "valibot";
import { textLength } from "#contract/limits.ts";

export type Filter = {
	label: string;
	choices: Record<string, string>;
	/** The label of the "no filter" choice. Sort orders have none; they default to the first choice. */
	all?: string;
	/** Selects the column to search, so it is submitted only with a search. */
	searchOnly?: boolean;
	isShown?: (values: TableValues) => boolean;
};
export type Filters = Record<string, Filter>;

export type TableQuery<F extends Filters> = { page: number; search: string } & {
	[Name in keyof F]:
		| Extract<keyof F[Name]["choices"], string>
		| (F[Name] extends { all: string } ? null : never);
};

export type TableValues = { [name: string]: string | number | null };

const querySchema = v.object({
	page: v.fallback(v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)), 0),
	search: v.pipe(
		v.fallback(v.string(), ""),
		v.transform((text) => text.slice(0, textLength.tableSearch).trim()),
	),
});

const defaultOf = ({ choices, all }: Filter) => (all ? null : (Object.keys(choices)[0] ?? null));

/** Replaces invalid values with the defaults. */
export function readTableQuery<const F extends Filters>(
	{ searchParams }: URL,
	filters: F,
): TableQuery<F> {
	const values: TableValues = v.parse(querySchema, {
		page: searchParams.get("page"),
		search: searchParams.get("search"),
	});
	for (const [name, filter] of Object.entries(filters)) {
		const choice = searchParams.get(name);
		values[name] =
			choice !== null && Object.hasOwn(filter.choices, choice) ? choice : defaultOf(filter);
	}
	// Each value is one of its filter's choices, or its default.
	return values as TableQuery<F>;
}

export const isFiltered = (filters: Filters, values: TableValues): boolean =>
	Object.entries(filters).some(([name, { all }]) => all !== undefined && values[name] !== null);

export const isChanged = (filters: Filters, values: TableValues): boolean =>
	Object.entries(filters).some(
		([name, filter]) => !filter.searchOnly && values[name] !== defaultOf(filter),
	);
