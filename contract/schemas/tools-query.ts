import * as v from "valibot";
import { toolResultsMax, toolsPageSize } from "../limits.ts";
import { dollarsFromCents } from "../money.ts";
import { type ToolFilterName, toolFilterEntries, toolFilterSchemas } from "../tool-filters.ts";
import { searchText } from "./search-text.ts";

export const toolSorts = [
	"relevance",
	"featured",
	"best",
	"price-up",
	"price-down",
	"name",
] as const;

export type ToolSort = (typeof toolSorts)[number];

const lastPage = toolResultsMax / toolsPageSize - 1;

const fields = v.object({
	q: searchText,
	...toolFilterSchemas,
	sort: v.fallback(v.nullable(v.picklist(toolSorts)), null),
	page: v.fallback(
		v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number), v.maxValue(lastPage)),
		0,
	),
});

export const getDefaultSort = (q: string): ToolSort => (q ? "relevance" : "featured");

function toQuery({ sort, min, max, ...rest }: v.InferOutput<typeof fields>) {
	const [low, high] = min !== null && max !== null && min > max ? [max, min] : [min, max];
	const effectiveSort =
		sort === null || (sort === "relevance" && !rest.q) ? getDefaultSort(rest.q) : sort;
	return { ...rest, min: low, max: high, sort: effectiveSort };
}

const toolsQuerySchema = v.pipe(fields, v.transform(toQuery));

/** Prices in cents. `stock`: only tools in stock. `page` is zero-based. */
export type ToolsQuery = v.InferOutput<typeof toolsQuerySchema>;

/** All filters turned off. */
export const noFilters = Object.fromEntries(
	Object.entries(toolFilterSchemas).map(([name, schema]) => [name, v.parse(schema, null)]),
) as Pick<ToolsQuery, ToolFilterName>;

export const isFilterOn = (query: Partial<ToolsQuery>, name: ToolFilterName): boolean =>
	query[name] !== undefined && query[name] !== noFilters[name];

/** Whether a filter other than the category is set. The category counts do not apply then. */
export const hasOtherFilters = (query: ToolsQuery): boolean =>
	toolFilterEntries.some(([name]) => name !== "category" && isFilterOn(query, name));

/** Ignores invalid values. */
export const readToolsQuery = (params: URLSearchParams): ToolsQuery =>
	v.parse(
		toolsQuerySchema,
		Object.fromEntries(Object.keys(fields.entries).map((name) => [name, params.get(name)])),
	);

/** Filters whose parameters can have any value. */
export const filtersWithAnyValue = toolFilterEntries.flatMap(([name, { choices }]) =>
	choices ? [] : [name],
);

/** Parameters that can have any value (worker/http/edge-cache.ts). */
export const uncacheableToolsParams: readonly string[] = ["q", ...filtersWithAnyValue];

/** Omits defaults. */
export function toolsParams(query: Partial<ToolsQuery>): URLSearchParams {
	const { q = "", sort, page } = query;
	const params = new URLSearchParams(q && { q });
	for (const [name, { choices }] of toolFilterEntries) {
		const value = query[name];
		if (!isFilterOn(query, name)) continue;
		const text = value === true ? choices?.[0] : value;
		params.set(name, String(typeof text === "number" ? dollarsFromCents(text) : text));
	}
	if (sort && sort !== getDefaultSort(q)) params.set("sort", sort);
	if (page) params.set("page", String(page));
	return params;
}

export function toolsPath(query: Partial<ToolsQuery>): string {
	const params = toolsParams(query);
	return params.size > 0 ? `/tools?${params}` : "/tools";
}
