import * as v from "valibot";
import { categories } from "./categories.ts";
import { describeFilters, type FilterChoices } from "./table-filters.ts";

/**
 * The filters of Manage Products, of its *Export as CSV* and of `GET /products.csv`; their conditions are in
 * worker/shop/catalogue/product-table.ts. `noFilterLabel` is the label of "no filter"; without it, the first choice is the default.
 */
export const productFilters = {
	state: { label: "Status", choices: { listed: "Published", draft: "Drafts" } },
	category: { label: "Category", choices: categories, noFilterLabel: "All" },
	stock: {
		label: "Stock",
		choices: { low: "Low or out", out: "Out of stock" },
		noFilterLabel: "All",
	},
} as const;

type Filters = typeof productFilters;
type Choice<Name extends keyof Filters> = keyof Filters[Name]["choices"];

/** If `state` is absent, only published products match. */
export type ProductFilters = FilterChoices<Filters> & { search?: string };

/** The filters as query parameters. */
export const productFilterEntries = Object.fromEntries(
	Object.entries(productFilters).map(([name, { choices }]) => {
		const values = Object.keys(choices);
		return [name, v.optional(v.picklist(values, `${name} must be ${values.join(" or ")}`))];
	}),
) as {
	[Name in keyof Filters]: v.OptionalSchema<
		v.PicklistSchema<(Choice<Name> & string)[], string>,
		undefined
	>;
};

/** For the audit log. */
export const describeProductFilters = (filters: ProductFilters): string =>
	[describeFilters(productFilters, filters), filters.search && `containing “${filters.search}”`]
		.filter(Boolean)
		.join(", ") || "All";
