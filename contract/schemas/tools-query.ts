import * as v from "valibot";
import { categorySlugs } from "../categories.ts";
import { priceCentsLimits, textLength, toolResultsMax, toolsPageSize } from "../limits.ts";
import { centsFromDollars, dollarsFromCents } from "../money.ts";

export const toolSorts = [
	"relevance",
	"featured",
	"best",
	"price-up",
	"price-down",
	"name",
] as const;

export type ToolSort = (typeof toolSorts)[number];

export const queryText = v.pipe(
	v.string(),
	v.transform((text) => text.replaceAll(/\s+/g, " ").trim().slice(0, textLength.toolSearch).trim()),
);

const optionalCents = v.fallback(
	v.pipe(
		v.string(),
		v.transform((dollars) => centsFromDollars(dollars)),
		v.nullable(v.pipe(v.number(), v.maxValue(priceCentsLimits.max))),
	),
	null,
);

const lastPage = toolResultsMax / toolsPageSize - 1;

const fields = v.object({
	q: v.fallback(queryText, ""),
	category: v.fallback(v.nullable(v.picklist(categorySlugs)), null),
	min: optionalCents,
	max: optionalCents,
	stock: v.pipe(
		v.fallback(v.nullable(v.string()), null),
		v.transform((text) => text === "in"),
	),
	sort: v.fallback(v.nullable(v.picklist(toolSorts)), null),
	page: v.fallback(
		v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number), v.maxValue(lastPage)),
		0,
	),
});

export const defaultSort = (q: string): ToolSort => (q ? "relevance" : "featured");

function toQuery({ sort, min, max, ...rest }: v.InferOutput<typeof fields>) {
	const [low, high] = min !== null && max !== null && min > max ? [max, min] : [min, max];
	const effectiveSort =
		sort === null || (sort === "relevance" && !rest.q) ? defaultSort(rest.q) : sort;
	return { ...rest, min: low, max: high, sort: effectiveSort };
}

const toolsQuerySchema = v.pipe(fields, v.transform(toQuery));

/** Prices in cents. `stock`: only tools in stock. `page` is zero-based. */
export type ToolsQuery = v.InferOutput<typeof toolsQuerySchema>;

/** All filters turned off. */
export const noFilters = {
	category: null,
	min: null,
	max: null,
	stock: false,
} as const satisfies Omit<ToolsQuery, "q" | "sort" | "page">;

const filterNames = /* @__PURE__ */ Object.keys(noFilters) as (keyof typeof noFilters)[];

/** Whether a filter other than the category is set. The counts of the categories do not apply then. */
export const hasOtherFilters = (query: ToolsQuery): boolean =>
	filterNames.some((name) => name !== "category" && query[name] !== noFilters[name]);

/** Ignores invalid values. */
export const readToolsQuery = (params: URLSearchParams): ToolsQuery =>
	v.parse(
		toolsQuerySchema,
		Object.fromEntries(Object.keys(fields.entries).map((name) => [name, params.get(name)])),
	);

/** Parameters that can have any value (worker/http/edge-cache.ts). */
export const uncacheableToolsParams: readonly (keyof ToolsQuery)[] = ["q", "min", "max"];

/** Leaves out defaults. */
export function toolsParams(query: Partial<ToolsQuery>): URLSearchParams {
	const { q = "", category, min, max, stock, sort, page } = query;
	const values = {
		q,
		category,
		min: min !== null && min !== undefined && String(dollarsFromCents(min)),
		max: max !== null && max !== undefined && String(dollarsFromCents(max)),
		stock: stock && "in",
		sort: sort !== defaultSort(q) && sort,
		page,
	};
	return new URLSearchParams(
		Object.entries(values).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
	);
}

export function toolsPath(query: Partial<ToolsQuery>): string {
	const params = toolsParams(query);
	return params.size > 0 ? `/tools?${params}` : "/tools";
}

export const suggestionResponse = v.object({
	_id: v.string(),
	name: v.string(),
	partNumber: v.nullable(v.string()),
	price: v.number(),
	img: v.string(),
});

export type Suggestion = v.InferOutput<typeof suggestionResponse>;
