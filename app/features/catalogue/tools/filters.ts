import { categories } from "#contract/categories.ts";
import { formatCents } from "#contract/money.ts";
import {
	defaultSort,
	type ToolSort,
	type ToolsQuery,
	toolsPath,
} from "#contract/schemas/finding.ts";

const sortLabels: Record<ToolSort, string> = {
	relevance: "Best match",
	featured: "Featured",
	best: "Best selling",
	"price-up": "Price, low to high",
	"price-down": "Price, high to low",
	name: "Name",
};

export type Choice = { label: string; to: string; chosen: boolean };

const change = (query: ToolsQuery, changed: Partial<ToolsQuery>) =>
	toolsPath({ ...query, page: 0, ...changed });

export const sortChoices = (query: ToolsQuery): (Choice & { sort: ToolSort })[] =>
	(["relevance", "featured", "best", "price-up", "price-down", "name"] as const)
		.filter((sort) => sort !== "relevance" || query.q)
		.map((sort) => ({
			sort,
			label: sortLabels[sort],
			to: change(query, { sort }),
			chosen: query.sort === sort,
		}));

function priceInWords({ min, max }: ToolsQuery): string | null {
	if (min !== null && max !== null) return `${formatCents(min)} to ${formatCents(max)}`;
	if (min !== null) return `${formatCents(min)} or more`;
	return max === null ? null : `Up to ${formatCents(max)}`;
}

export function activeFilters(query: ToolsQuery): { label: string; without: string }[] {
	const price = priceInWords(query);
	const { q, category, stock, sort } = query;
	const sorted = sort === "relevance" ? defaultSort("") : sort;
	return [
		...(q ? [{ label: `“${q}”`, without: change(query, { q: "", sort: sorted }) }] : []),
		...(category
			? [{ label: categories[category], without: change(query, { category: null }) }]
			: []),
		...(price ? [{ label: price, without: change(query, { min: null, max: null }) }] : []),
		...(stock ? [{ label: "In stock", without: change(query, { stock: false }) }] : []),
	];
}
