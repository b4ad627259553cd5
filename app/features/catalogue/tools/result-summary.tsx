import { AnchorButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback.tsx";
import { categories, categorySlugs } from "#contract/categories.ts";
import { toolResultsMax } from "#contract/limits.ts";
import { formatCount } from "#contract/numbers.ts";
import { hasOtherFilters, type ToolsQuery, toolsPath } from "#contract/schemas/tools-query.ts";
import type { CategoryCounts } from "#worker/shop/catalogue/find.ts";
import { CategoryRow } from "../category-row.tsx";
import { getActiveFilters } from "./filter-panel.tsx";

type Result = { total: number; isCapped: boolean; isApproximate: boolean };

export const getTitle = ({ q, category }: Pick<ToolsQuery, "q" | "category">): string =>
	q ? `Results for “${q}”` : category === null ? "All tools" : categories[category];

export function describeCount(q: string, { total, isCapped, isApproximate }: Result): string {
	const tools = formatCount(total, "tool");
	if (isApproximate) return `No exact matches. ${formatCount(total, "similar tool")}:`;
	if (!isCapped) return q ? `${tools} found` : tools;
	if (total < toolResultsMax) return `${tools}. Your search is broad: add a word to see more.`;
	if (!q) return `More than ${tools}. Add a word or a filter to narrow them down.`;
	return `Showing the ${total} best matches. Add a word or a category to narrow them down.`;
}

type Props = {
	query: ToolsQuery;
	isFilteredOut: boolean;
	isCapped: boolean;
	counts: CategoryCounts;
};

function getEmptyMessage({ query, isFilteredOut, isCapped }: Props): string {
	const { q, category, page } = query;
	if (page > 0) return "There are no tools on this page.";
	if (isCapped) return "Too many matches to filter. Add a word to your search.";
	if (isFilteredOut) {
		return category !== null && !hasOtherFilters(query)
			? `Nothing in ${categories[category]} for “${q}”.`
			: `No results for “${q}” in your selection.`;
	}
	if (q) return `Nothing found for “${q}”. Check the spelling, or try a simpler word.`;
	return "No tools match your selection.";
}

export function NothingFound(props: Props) {
	const { query, counts } = props;
	const { q, sort, page } = query;
	const hasFilters = getActiveFilters(query).length > (q ? 1 : 0);
	return (
		<EmptyState icon="search" sentence={getEmptyMessage(props)}>
			{page > 0 && (
				<AnchorButton href={toolsPath({ ...query, page: 0 })}>Back to the first page</AnchorButton>
			)}
			{hasFilters && page === 0 && (
				<AnchorButton href={toolsPath({ q, sort })}>
					{q ? "Search all tools" : "Clear all filters"}
				</AnchorButton>
			)}
			<CategoryRow
				slugs={categorySlugs.filter((slug) => counts[slug])}
				className="flex-wrap justify-center"
			/>
		</EmptyState>
	);
}
