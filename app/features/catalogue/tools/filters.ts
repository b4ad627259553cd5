import { categories } from "#contract/categories.ts";
import { formatCents } from "#contract/money.ts";
import {
	defaultSort,
	type ToolSort,
	type ToolsQuery,
	toolSorts,
	toolsPath,
} from "#contract/schemas/tools-query.ts";

const sortLabels: Record<ToolSort, string> = {
	relevance: "Best match",
	featured: "Featured",
	best: "Best selling",
	"price-up": "Price, low to high",
	"price-down": "Price, high to low",
	name: "Name",
};

const pathWith = (query: ToolsQuery, changes: Partial<ToolsQuery>) =>
	toolsPath({ ...query, page: 0, ...changes });

export const sortChoices = (query: ToolsQuery) =>
	toolSorts
		.filter((sort) => sort !== "relevance" || query.q)
		.map((sort) => ({
			sort,
			label: sortLabels[sort],
			path: pathWith(query, { sort }),
			isCurrent: query.sort === sort,
		}));

function describePrice({ min, max }: ToolsQuery): string | null {
	if (min !== null && max !== null) return `${formatCents(min)} to ${formatCents(max)}`;
	if (min !== null) return `${formatCents(min)} or more`;
	return max === null ? null : `Up to ${formatCents(max)}`;
}

export function activeFilters(query: ToolsQuery): { label: string; pathWithoutFilter: string }[] {
	const price = describePrice(query);
	const { q, category, stock, sort } = query;
	const sortWithoutSearch = sort === "relevance" ? defaultSort("") : sort;
	const filters = [
		q && {
			label: `“${q}”`,
			pathWithoutFilter: pathWith(query, { q: "", sort: sortWithoutSearch }),
		},
		category && {
			label: categories[category],
			pathWithoutFilter: pathWith(query, { category: null }),
		},
		price && { label: price, pathWithoutFilter: pathWith(query, { min: null, max: null }) },
		stock && { label: "In stock", pathWithoutFilter: pathWith(query, { stock: false }) },
	];
	return filters.filter((filter) => typeof filter === "object" && filter !== null);
}
