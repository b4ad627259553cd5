import { categories } from "#contract/categories.ts";
import { formatWhole } from "#contract/numbers.ts";
import type { ToolsQuery } from "#contract/schemas/finding.ts";

type Found = { total: number; capped: boolean; near: boolean };

const tools = (count: number) => `${formatWhole(count)} ${count === 1 ? "tool" : "tools"}`;

/** What the page is called: what was searched, the category, or everything. */
export const titleOf = ({ q, category }: Pick<ToolsQuery, "q" | "category">): string =>
	q ? `Results for “${q}”` : category === null ? "All tools" : categories[category];

/** How many tools there are, in words. */
export function countInWords({ q }: Pick<ToolsQuery, "q">, { total, capped, near }: Found): string {
	if (near)
		return `No tool matches all of that. ${tools(total)} ${total === 1 ? "comes" : "come"} close.`;
	if (capped) return `More than ${tools(total)}. Add a word or a filter to narrow them down.`;
	return q ? `${tools(total)} found` : tools(total);
}
