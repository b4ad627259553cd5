import * as v from "valibot";
import { type CategorySlug, categories, categorySlugs } from "./categories.ts";
import { priceCentsLimits } from "./limits.ts";
import { centsFromDollars, formatCents } from "./money.ts";

type Filters = { category: CategorySlug | null; min: number | null; max: number | null };

const createSchema = <Choice extends string>(choices: readonly Choice[]) =>
	v.fallback(v.nullable(v.picklist(choices)), null);

/** Creates a filter that is on or off. @param choice - the parameter value that turns it on */
const createCheckboxFilter = <Choice extends string>(
	choice: Choice,
	label: string,
	checkbox: string,
) => {
	const choices = [choice] as const;
	const schema = v.pipe(
		createSchema(choices),
		v.transform((chosen) => chosen !== null),
	);
	return { schema, choices, label, checkbox };
};

function describePrice({ min, max }: Pick<Filters, "min" | "max">): string {
	if (min === null) return max === null ? "" : `Up to ${formatCents(max)}`;
	return max === null
		? `${formatCents(min)} or more`
		: `${formatCents(min)} to ${formatCents(max)}`;
}

/** In cents; the URL parameter is in dollars. */
const price = {
	schema: v.fallback(
		v.pipe(
			v.string(),
			v.transform((dollars) => centsFromDollars(dollars)),
			v.nullable(v.pipe(v.number(), v.maxValue(priceCentsLimits.max))),
		),
		null,
	),
	label: describePrice,
};

/**
 * The filters of /tools by URL parameter; their conditions are in worker/shop/catalogue/tool-conditions.ts. `schema` ignores invalid
 * values. `choices`: the values that the parameter can have; if absent, it can have any, and the page is not cached. `label`: the label of
 * the chip that turns off all filters with this label. `checkbox`: the label of the filter's checkbox.
 */
export const toolFilters = {
	category: {
		schema: createSchema(categorySlugs),
		choices: categorySlugs,
		label: ({ category }: Pick<Filters, "category">) => (category ? categories[category] : ""),
	},
	min: price,
	max: price,
	stock: createCheckboxFilter("in", "In stock", "In stock only"),
};

export type ToolFilterName = keyof typeof toolFilters;

type ToolFilter = {
	choices?: readonly string[];
	label: string | ((filters: Filters) => string);
	checkbox?: string;
};

export const toolFilterEntries = Object.entries(toolFilters) as [ToolFilterName, ToolFilter][];

export const toolFilterSchemas = Object.fromEntries(
	Object.entries(toolFilters).map(([name, { schema }]) => [name, schema]),
) as { [Name in ToolFilterName]: (typeof toolFilters)[Name]["schema"] };
