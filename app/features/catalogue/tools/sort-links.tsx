import { PathLink } from "#app/ui/path-link.tsx";
import type { ToolsQuery } from "#contract/schemas/finding.ts";
import { sortChoices } from "./filters.ts";

type Props = {
	query: ToolsQuery;
	/** Side by side instead of one under the other. */
	inline?: boolean;
};

/** The orders in which the tools can be shown, as links: chosen with one press, with and without script. */
export function SortLinks({ query, inline = false }: Props) {
	return (
		<ul className={inline ? "sort-row" : "choices"} aria-label="Sort by">
			{sortChoices(query).map(({ sort, label, to, chosen }) => (
				<li key={sort}>
					<PathLink to={to} aria-current={chosen ? "true" : undefined}>
						{label}
					</PathLink>
				</li>
			))}
		</ul>
	);
}
