import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback.tsx";
import { PathLink } from "#app/ui/path-link.tsx";
import { categories, categorySlugs } from "#contract/categories.ts";
import { toolsMax } from "#contract/limits.ts";
import { counted } from "#contract/numbers.ts";
import { type ToolsQuery, toolsPath } from "#contract/schemas/finding.ts";
import type { CategoryCounts } from "#worker/shop/catalogue/find.ts";
import { activeFilters } from "./filters.ts";

type Asked = Pick<ToolsQuery, "q">;
type Found = { total: number; capped: boolean; near: boolean };

const tools = (count: number) => counted(count, "tool");

export const titleOf = ({ q, category }: Pick<ToolsQuery, "q" | "category">): string =>
	q ? `Results for “${q}”` : category === null ? "All tools" : categories[category];

function cappedWords(query: Asked, total: number): string {
	if (total < toolsMax) {
		return `${tools(total)}. Your search is broad: add a word to see more.`;
	}
	if (!query.q) return `More than ${tools(total)}. Add a word or a filter to narrow them down.`;
	return `Showing the ${total} best matches. Add a word or a category to narrow them down.`;
}

export function countInWords(query: Asked, { total, capped, near }: Found): string {
	if (near) return `No exact matches. ${counted(total, "similar tool")}:`;
	if (capped) return cappedWords(query, total);
	return query.q ? `${tools(total)} found` : tools(total);
}

type Props = {
	query: ToolsQuery;
	filteredOut: boolean;
	capped: boolean;
	counts: CategoryCounts;
};

function filteredOutOf({ q, category, min, max, stock }: ToolsQuery): string {
	const isOnlyCategory = category !== null && min === null && max === null && !stock;
	return isOnlyCategory
		? `Nothing in ${categories[category]} for “${q}”.`
		: `No results for “${q}” with these filters.`;
}

function sentenceOf({ query, filteredOut, capped }: Props): string {
	if (query.page > 0) return "There are no tools on this page.";
	if (capped) {
		return `Too many matches to filter. Add a word to your search.`;
	}
	if (filteredOut) return filteredOutOf(query);
	if (query.q) return `Nothing found for “${query.q}”. Check the spelling, or try a simpler word.`;
	return "No tool fits all of these filters.";
}

export function NothingFound(props: Props) {
	const { query, counts } = props;
	const { q, sort, page } = query;
	const filtered = activeFilters(query).length > (q ? 1 : 0);
	return (
		<EmptyState icon="search" sentence={sentenceOf(props)}>
			{page > 0 && (
				<LinkButton to={toolsPath({ ...query, page: 0 })}>Back to the first page</LinkButton>
			)}
			{filtered && page === 0 && (
				<LinkButton to={toolsPath({ q, sort })}>
					{q ? "Search without the filters" : "Remove the filters"}
				</LinkButton>
			)}
			<nav aria-label="Categories" className="category-row justify-center">
				<PathLink to="/tools">All tools</PathLink>
				{categorySlugs
					.filter((category) => counts[category] > 0)
					.map((category) => (
						<PathLink key={category} to={toolsPath({ category })}>
							{categories[category]}
						</PathLink>
					))}
			</nav>
		</EmptyState>
	);
}
