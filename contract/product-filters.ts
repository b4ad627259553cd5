import * as v from "valibot";
import { categories } from "./categories.ts";

/**
 * The filters of Manage Products, of its *Export as CSV* and of `GET /products.csv`; their conditions are in
 * worker/shop/catalogue/product-table.ts. `all` labels the choice without a filter; where it is missing, the first choice is the default.
 */
export const productFilters = {
	state: { label: "State", choices: { listed: "Published", draft: "Drafts" } },
	category: { label: "Category", choices: categories, all: "All" },
	stock: { label: "Stock", choices: { low: "Low or out", out: "Out of stock" }, all: "All" },
} as const;

type Filters = typeof productFilters;
type Choice<Name extends keyof Filters> = keyof Filters[Name]["choices"];

/** A filter that is null or missing is not applied; without a `state`, products are the published ones. */
export type ProductFilters = { search?: string } & {
	[Name in keyof Filters]?: Choice<Name> | null | undefined;
};

/** The filters as parameters of a query. */
export const productFilterEntries = /* @__PURE__ */ Object.fromEntries(
	/* @__PURE__ */ Object.entries(productFilters).map(([name, { choices }]) => {
		const values = Object.keys(choices);
		return [name, v.optional(v.picklist(values, `${name} must be ${values.join(" or ")}`))];
	}),
) as {
	[Name in keyof Filters]: v.OptionalSchema<
		v.PicklistSchema<(Choice<Name> & string)[], string>,
		undefined
	>;
};

/** Such as "Category: Hand tools, Stock: Out of stock, containing “jack”", for the audit log. */
export function describeProductFilters({ search, ...chosen }: ProductFilters): string {
	const values: Record<string, string | null | undefined> = chosen;
	const descriptions = Object.entries(productFilters).flatMap(([name, filter]) => {
		const choices: Record<string, string> = filter.choices;
		const choice = values[name];
		const isDefault = !("all" in filter) && choice === Object.keys(choices)[0];
		return choice && !isDefault ? [`${filter.label}: ${choices[choice]}`] : [];
	});
	return [...descriptions, ...(search ? [`containing “${search}”`] : [])].join(", ") || "All";
}
