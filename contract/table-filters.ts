export type Filter = {
	label: string;
	choices: Record<string, string>;
	/** The label of the choice that applies no filter. Sort orders have no such choice; they default to the first one. */
	noFilterLabel?: string;
	/** Selects the column to search, so it is submitted only with a search. */
	appliesToSearchOnly?: boolean;
	isShown?: (values: FilterValues) => boolean;
};
export type Filters = Record<string, Filter>;

/** A filter that is null or missing is not applied. */
export type FilterChoices<F extends Filters> = {
	[Name in keyof F]?: keyof F[Name]["choices"] | null | undefined;
};

export type FilterValues = { [name: string]: string | number | null };

export const getDefault = ({ choices, noFilterLabel }: Filter) =>
	noFilterLabel ? null : (Object.keys(choices)[0] ?? null);

export const isFiltered = (filters: Filters, values: FilterValues): boolean =>
	Object.entries(filters).some(
		([name, { noFilterLabel }]) => noFilterLabel !== undefined && values[name] !== null,
	);

export const differsFromDefault = (filters: Filters, values: FilterValues): boolean =>
	Object.entries(filters).some(
		([name, filter]) => !filter.appliesToSearchOnly && values[name] !== getDefault(filter),
	);

/** Such as "Category: Hand tools, Stock: Out of stock", for the audit log. Omits filters with their default. */
export const describeFilters = <F extends Filters>(filters: F, chosen: FilterChoices<F>): string =>
	Object.entries(filters)
		.flatMap(([name, filter]) => {
			const choice = chosen[name];
			return choice && choice !== getDefault(filter)
				? [`${filter.label}: ${filter.choices[String(choice)]}`]
				: [];
		})
		.join(", ");
