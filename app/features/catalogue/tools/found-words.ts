import { categories } from "#contract/categories.ts";
import { toolsMax } from "#contract/limits.ts";
import { counted } from "#contract/numbers.ts";
import type { ToolsQuery } from "#contract/schemas/finding.ts";

type Asked = Pick<ToolsQuery, "q">;
type Found = { total: number; capped: boolean; near: boolean };

const tools = (count: number) => counted(count, "tool");

/** What the page is called: what was searched, the category, or everything. */
export const titleOf = ({ q, category }: Pick<ToolsQuery, "q" | "category">): string =>
	q ? `Results for “${q}”` : category === null ? "All tools" : categories[category];

/** More match than one search looks at: what these are, and what brings the others. */
function cappedWords(query: Asked, total: number): string {
	if (total < toolsMax) {
		return `${tools(total)} among the first ${toolsMax} looked at. Add a word to look closer.`;
	}
	if (!query.q) return `More than ${tools(total)}. Add a word or a filter to narrow them down.`;
	return `Showing the closest ${tools(total)} of more. Add a word or a category to narrow them down.`;
}

/** How many tools there are, in words. */
export function countInWords(query: Asked, { total, capped, near }: Found): string {
	if (near)
		return `No tool matches all of that. ${tools(total)} ${total === 1 ? "comes" : "come"} close.`;
	if (capped) return cappedWords(query, total);
	return query.q ? `${tools(total)} found` : tools(total);
}
