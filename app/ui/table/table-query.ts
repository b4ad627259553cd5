import * as v from "valibot";
import { textLength } from "#contract/limits.ts";

/** One of a few choices, kept in the address of a table. */
export type Filter = {
	label: string;
	choices: Record<string, string>;
	/** The label of no choice. Without it the first choice is the default: a sort order, not a filter. */
	all?: string;
	/** Whether it says what is searched, and so is sent with the search alone. */
	ofSearch?: boolean;
	/** Whether the other values leave it a meaning; always unless given. */
	isShown?: (values: TableValues) => boolean;
};
export type Filters = Record<string, Filter>;

/** What the address of a table says: the page from 0, the search, and the choice of each filter by its name. */
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
		v.transform((text) => text.slice(0, textLength.search).trim()),
	),
});

const defaultOf = ({ choices, all }: Filter) => (all ? null : (Object.keys(choices)[0] ?? null));

/** @returns what a table shows; anything unreadable in its address is the first page, or the default of a filter */
export function readTableQuery<const F extends Filters>(
	{ searchParams }: URL,
	filters: F,
): TableQuery<F> {
	const shown: TableValues = v.parse(querySchema, {
		page: searchParams.get("page"),
		search: searchParams.get("search"),
	});
	for (const [name, filter] of Object.entries(filters)) {
		const asked = searchParams.get(name);
		shown[name] =
			asked !== null && Object.hasOwn(filter.choices, asked) ? asked : defaultOf(filter);
	}
	// Each value is one of its filter's choices, or its default.
	return shown as TableQuery<F>;
}

export const isFiltered = (filters: Filters, values: TableValues): boolean =>
	Object.entries(filters).some(([name, { all }]) => all !== undefined && values[name] !== null);

export const isChanged = (filters: Filters, values: TableValues): boolean =>
	Object.entries(filters).some(
		([name, filter]) => !filter.ofSearch && values[name] !== defaultOf(filter),
	);
