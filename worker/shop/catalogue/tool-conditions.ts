import { and, eq, gte, isNull, lte, type SQL } from "drizzle-orm";
import type { ToolsQuery } from "#contract/schemas/tools-query.ts";
import type { ToolFilterName } from "#contract/tool-filters.ts";
import { products } from "#worker/db/schema.ts";

type Condition = {
	/** Whether the catalog's indexes cover this condition. Other conditions are checked only on the products that were read. */
	isIndexed: boolean;
	toSql: (query: ToolsQuery) => SQL | undefined;
};

/** The conditions of the filters in contract/tool-filters.ts. */
const conditions: Record<ToolFilterName, Condition> = {
	category: {
		isIndexed: true,
		toSql: ({ category }) => (category === null ? undefined : eq(products.category, category)),
	},
	min: {
		isIndexed: true,
		toSql: ({ min }) => (min === null ? undefined : gte(products.priceCents, min)),
	},
	max: {
		isIndexed: true,
		toSql: ({ max }) => (max === null ? undefined : lte(products.priceCents, max)),
	},
	stock: {
		isIndexed: false,
		toSql: ({ stock }) => (stock ? gte(products.quantity, products.minimum) : undefined),
	},
};

const getConditions = (query: ToolsQuery, indexed: boolean) =>
	Object.values(conditions)
		.filter(({ isIndexed }) => isIndexed === indexed)
		.map(({ toSql }) => toSql(query));

export const matchesIndexedFilters = (query: ToolsQuery) =>
	and(isNull(products.deletedAt), ...getConditions(query, true));

export const matchesFilters = (query: ToolsQuery) =>
	and(matchesIndexedFilters(query), ...getConditions(query, false));
