import { Icon } from "#app/ui/icon.tsx";
import { PathLink } from "#app/ui/path-link.tsx";
import { categories, categorySlugs } from "#contract/categories.ts";
import { formatWhole } from "#contract/numbers.ts";
import { type ToolsQuery, toolsPath } from "#contract/schemas/finding.ts";
import type { CategoryCounts } from "#worker/shop/catalogue/find.ts";
import { activeFilters, sortChoices } from "./filters.ts";
import { PriceForm } from "./price-form.tsx";

export const SortLinks = ({ query, inline = false }: { query: ToolsQuery; inline?: boolean }) => (
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

type Props = { query: ToolsQuery; counts: CategoryCounts };

function CategoryLinks({ query, counts }: Props) {
	const narrowed = query.q || query.stock || query.min !== null || query.max !== null;
	const shown = categorySlugs.filter((slug) => counts[slug] || slug === query.category);
	const links = [null, ...shown].map((slug) => ({
		slug,
		label: slug === null ? "All tools" : categories[slug],
		count: counts[slug ?? "all"] ?? 0,
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

export function FilterButton({ query }: { query: ToolsQuery }) {
	const { length } = activeFilters(query);
	return (
		<button type="button" className="btn btn-plain btn-sm lg:hidden" popoverTarget="tool-filters">
			<Icon name="sliders-horizontal" size={18} />
			Sort and filter{length > 0 && ` (${length})`}
		</button>
	);
}

/** A column beside the tools; on phones a popover, which opens without script. The key closes it when the list changes. */
export function FilterPanel({ query, counts }: Props) {
	return (
		<section
			key={toolsPath(query)}
			id="tool-filters"
			popover="auto"
			className="filter-panel"
			aria-label="Sort and filter"
		>
			<button
				type="button"
				className="tap-target absolute end-2 top-2 lg:hidden"
				popoverTarget="tool-filters"
				popoverTargetAction="hide"
				aria-label="Close the filters"
			>
				<Icon name="x" size={24} />
			</button>
			<div>
				<h2>Category</h2>
				<CategoryLinks query={query} counts={counts} />
			</div>
			<div>
				<h2>Price and stock</h2>
				<PriceForm query={query} />
			</div>
			<div className="lg:hidden">
				<h2>Sort by</h2>
				<SortLinks query={query} />
			</div>
		</section>
	);
}
