import * as v from "valibot";
import { type CategorySlug, categories, categorySlugs } from "./categories.ts";
import { priceCentsLimits } from "./limits.ts";
import { centsFromDollars, formatCents } from "./money.ts";

type Filters = { category: CategorySlug | null; min: number | null; max: number | null };

const toSchema = <Choice extends string>(choices: readonly Choice[]) =>
	v.fallback(v.nullable(v.picklist(choices)), null);

/** A filter that is on or off. @param choice the parameter that turns it on */
const toCheckbox = <Choice extends string>(choice: Choice, label: string, checkbox: string) => {
	const choices = [choice] as const;
	const schema = v.pipe(
		toSchema(choices),
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

/** In cents; in dollars as a parameter. */
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
 * The filters of /tools, each under its parameter; their conditions are in worker/shop/catalogue/tool-conditions.ts. `schema` ignores
 * invalid values. `choices`: the values of the parameter; without them it can have any, and the page is not cached. `label`: of the chip
 * that turns the filter off, and every other filter with the same label. `checkbox`: label of its control.
 */
export const toolFilters = {
	category: {
		schema: toSchema(categorySlugs),
		choices: categorySlugs,
		label: ({ category }: Pick<Filters, "category">) => (category ? categories[category] : ""),
	},
	min: price,
	max: price,
	stock: toCheckbox("in", "In stock", "In stock only"),
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
