import { Icon } from "#app/ui/icon.tsx";
import { PathLink } from "#app/ui/path-link.tsx";
import type { ToolsQuery } from "#contract/schemas/finding.ts";
import { activeFilters } from "./filters.ts";

/** What narrows the list: each leads to the list without it. */
export function FilterChips({ query }: { query: ToolsQuery }) {
	const filters = activeFilters(query);
	if (filters.length === 0) return null;
	return (
		<ul className="chips" aria-label="Filters in use">
			{filters.map(({ label, without }) => (
				<li key={label}>
					<PathLink to={without} className="chip" aria-label={`Remove ${label}`}>
						{label}
						<Icon name="x" size={16} />
					</PathLink>
				</li>
			))}
			{filters.length > 1 && (
				<li>
					<PathLink to="/tools" className="link">
						Clear all
					</PathLink>
				</li>
			)}
		</ul>
	);
}
