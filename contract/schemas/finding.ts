import * as v from "valibot";
import { categorySlugs } from "../categories.ts";
import { priceCents, textLength, toolsMax, toolsSize } from "../limits.ts";
import { centsFromDollars, dollarsFromCents } from "../money.ts";

const toolSorts = ["relevance", "featured", "best", "price-up", "price-down", "name"] as const;

export type ToolSort = (typeof toolSorts)[number];

/** The words of a search, with one space between them; longer texts are cut. */
export const queryText = v.pipe(
	v.string(),
	v.transform((text) => text.replaceAll(/\s+/g, " ").trim().slice(0, textLength.query).trim()),
);

/** Dollars in, cents out; null for none. */
const bound = v.fallback(
	v.pipe(
		v.string(),
		v.transform((dollars) => centsFromDollars(dollars)),
		v.nullable(v.pipe(v.number(), v.maxValue(priceCents.max))),
	),
	null,
);

const lastPage = toolsMax / toolsSize - 1;

const fields = v.object({
	q: v.fallback(queryText, ""),
	category: v.fallback(v.nullable(v.picklist(categorySlugs)), null),
	min: bound,
	max: bound,
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
	const [least, most] = min !== null && max !== null && min > max ? [max, min] : [min, max];
	const sorted = sort === null || (sort === "relevance" && !rest.q) ? defaultSort(rest.q) : sort;
	return { ...rest, min: least, max: most, sort: sorted };
}

/** Values that cannot be read are ignored. */
const toolsQuerySchema = v.pipe(fields, v.transform(toQuery));

/** What the catalogue shows: prices in cents, `stock` to show only what can be bought, page from 0. */
export type ToolsQuery = v.InferOutput<typeof toolsQuerySchema>;

export const readToolsQuery = (params: URLSearchParams): ToolsQuery =>
	v.parse(
		toolsQuerySchema,
		Object.fromEntries(Object.keys(fields.entries).map((name) => [name, params.get(name)])),
	);

/** Parameters that can have any value: the edge caches no page with one of them (worker/http/edge-cache.ts). */
export const endlessToolsParams: readonly (keyof ToolsQuery)[] = ["q", "min", "max"];

/** Defaults are left out. */
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

/** A tool as it is suggested; `price` in dollars. */
export const suggestionResponse = v.object({
	_id: v.string(),
	name: v.string(),
	price: v.number(),
	img: v.string(),
});

export type Suggestion = v.InferOutput<typeof suggestionResponse>;
