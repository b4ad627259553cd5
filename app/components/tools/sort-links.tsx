import type { ToolsQuery } from "#contract/schemas/finding.ts";
import { PathLink } from "../ui/path-link.tsx";
import { sortChoices } from "./filters.ts";

/** The orders in which the tools can be shown, as links: chosen with one press, with and without script. */
export function SortLinks({ query }: { query: ToolsQuery }) {
	return (
		<ul className="choices">
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
