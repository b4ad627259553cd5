import { PathLink } from "#app/ui/path-link.tsx";
import { categories, categorySlugs } from "#contract/categories.ts";
import { formatWhole } from "#contract/numbers.ts";
import { type ToolsQuery, toolsPath } from "#contract/schemas/finding.ts";
import type { CategoryCounts } from "#worker/shop/catalogue/categories.ts";

type Props = {
	query: ToolsQuery;
	/** How many are listed in each; shown where nothing else narrows the list. */
	counts: CategoryCounts;
};

/** The categories that have tools, and all of them; the other filters stay. */
export function CategoryLinks({ query, counts }: Props) {
	const narrowed = query.q || query.stock || query.min !== null || query.max !== null;
	const shown = categorySlugs.filter((slug) => counts[slug] > 0 || slug === query.category);
	const links = [null, ...shown].map((slug) => ({
		slug,
		label: slug === null ? "All tools" : categories[slug],
		count: counts[slug ?? "all"],
	}));
	return (
		<ul className="choices">
			{links.map(({ slug, label, count }) => (
				<li key={label}>
					<PathLink
						to={toolsPath({ ...query, category: slug, page: 0 })}
						aria-current={slug === query.category ? "true" : undefined}
					>
						{label}
						{!narrowed && <span className="num">{formatWhole(count)}</span>}
					</PathLink>
				</li>
			))}
		</ul>
	);
}
