import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { HiddenFields } from "#app/ui/hidden-fields.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { categories, categorySlugs } from "#contract/categories.ts";
import { dollarsFromCents } from "#contract/money.ts";
import { formatInteger } from "#contract/numbers.ts";
import {
	filtersWithAnyValue,
	getDefaultSort,
	hasOtherFilters,
	isFilterOn,
	noFilters,
	type ToolSort,
	type ToolsQuery,
	toolSorts,
	toolsParams,
	toolsPath,
} from "#contract/schemas/tools-query.ts";
import { toolFilterEntries } from "#contract/tool-filters.ts";
import type { CategoryCounts } from "#worker/shop/catalogue/find.ts";

const sortLabels: Record<ToolSort, string> = {
	relevance: "Best match",
	featured: "Featured",
	best: "Best selling",
	"price-up": "Price, low to high",
	"price-down": "Price, high to low",
	name: "Name",
};

const pathWithChanges = (query: ToolsQuery, changes: Partial<ToolsQuery>) =>
	toolsPath({ ...query, page: 0, ...changes });

const getSortChoices = (query: ToolsQuery) =>
	toolSorts
		.filter((sort) => sort !== "relevance" || query.q)
		.map((sort) => ({
			sort,
			label: sortLabels[sort],
			path: pathWithChanges(query, { sort }),
			isCurrent: query.sort === sort,
		}));

export function getActiveFilters(
	query: ToolsQuery,
): { label: string; pathWithoutFilter: string }[] {
	const { q, sort } = query;
	const changesByLabel = new Map<string, Partial<ToolsQuery>>();
	if (q)
		changesByLabel.set(`“${q}”`, { q: "", sort: sort === "relevance" ? getDefaultSort("") : sort });
	for (const [name, filter] of toolFilterEntries) {
		if (!isFilterOn(query, name)) continue;
		const label = typeof filter.label === "string" ? filter.label : filter.label(query);
		changesByLabel.set(label, { ...changesByLabel.get(label), [name]: noFilters[name] });
	}
	return Array.from(changesByLabel, ([label, changes]) => ({
		label,
		pathWithoutFilter: pathWithChanges(query, changes),
	}));
}

const inlineLinkClass =
	"block border-b-2 border-transparent px-2 py-1.5 text-muted hover:text-inherit aria-current:border-primary aria-current:font-semibold aria-current:text-base-content";

export const SortLinks = ({ query, inline = false }: { query: ToolsQuery; inline?: boolean }) => (
	<ul
		className={inline ? "ms-auto -me-2 hidden gap-1 text-sm/normal lg:flex" : "choices"}
		aria-label="Sort by"
	>
		{getSortChoices(query).map(({ sort, label, path, isCurrent }) => (
			<li key={sort}>
				<a
					href={path}
					className={inline ? inlineLinkClass : undefined}
					aria-current={isCurrent ? "true" : undefined}
				>
					{label}
				</a>
			</li>
		))}
	</ul>
);

export function FilterChips({ query }: { query: ToolsQuery }) {
	const filters = getActiveFilters(query);
	if (filters.length === 0) return null;
	return (
		<ul className="flex flex-wrap items-center gap-2" aria-label="Active filters">
			{filters.map(({ label, pathWithoutFilter }) => (
				<li key={label}>
					<a href={pathWithoutFilter} className="chip bg-base-200" aria-label={`Remove ${label}`}>
						{label}
						<Icon name="x" size={16} />
					</a>
				</li>
			))}
			{filters.length > 1 && (
				<li>
					<a href="/tools" className="link">
						Clear all
					</a>
				</li>
			)}
		</ul>
	);
}

type Props = { query: ToolsQuery; counts: CategoryCounts };

function CategoryLinks({ query, counts }: Props) {
	const isFiltered = query.q || hasOtherFilters(query);
	const visibleSlugs = categorySlugs.filter((slug) => counts[slug] || slug === query.category);
	return (
		<ul className="choices">
			{[null, ...visibleSlugs].map((slug) => (
				<li key={slug}>
					<a
						href={pathWithChanges(query, { category: slug })}
						aria-current={slug === query.category ? "true" : undefined}
					>
						{slug === null ? "All tools" : categories[slug]}
						{!isFiltered && (
							<span className="num font-normal text-muted">
								{formatInteger(counts[slug ?? "all"] ?? 0)}
							</span>
						)}
					</a>
				</li>
			))}
		</ul>
	);
}

const formFilters: readonly string[] = [
	...filtersWithAnyValue,
	...toolFilterEntries.flatMap(([name, { checkbox }]) => (checkbox ? [name] : [])),
];

/** Submits the query's filters that have no field in the form. */
const HiddenFilters = ({ query }: { query: ToolsQuery }) => (
	<HiddenFields
		fields={[...toolsParams({ ...query, page: 0 })].filter(([name]) => !formFilters.includes(name))}
	/>
);

const Checkboxes = ({ query }: { query: ToolsQuery }) =>
	toolFilterEntries.map(
		([name, { checkbox, choices }]) =>
			checkbox && (
				<label key={name} className="flex min-h-11 cursor-pointer items-center gap-3">
					<input
						type="checkbox"
						name={name}
						value={choices?.[0]}
						className="checkbox"
						defaultChecked={isFilterOn(query, name)}
						data-submits
					/>
					{checkbox}
				</label>
			),
	);

type PriceProps = { label: string; name: string; cents: number | null };

const PriceField = ({ label, name, cents }: PriceProps) => (
	<Field
		label={label}
		name={name}
		type="number"
		inputMode="decimal"
		min="0"
		max="999999.99"
		step="any"
		placeholder="$"
		defaultValue={cents === null ? "" : dollarsFromCents(cents)}
	/>
);

/** With JavaScript, a checkbox submits the form, and empty fields are omitted from the URL (app/client/forms.ts). */
const FilterForm = ({ query }: { query: ToolsQuery }) => (
	<form action="/tools" autoComplete="off" className="grid justify-items-start gap-3">
		<HiddenFilters query={query} />
		<fieldset className="grid w-full grid-cols-[1fr_1fr] gap-3">
			<legend className="col-span-full mb-2 text-sm/normal text-muted">
				Price per piece, in dollars
			</legend>
			<PriceField label="From" name="min" cents={query.min} />
			<PriceField label="To" name="max" cents={query.max} />
		</fieldset>
		<Checkboxes query={query} />
		<Button type="submit">Apply</Button>
	</form>
);

export function FilterButton({ query }: { query: ToolsQuery }) {
	const filterCount = getActiveFilters({ ...query, q: "" }).length;
	return (
		<button type="button" className="btn btn-plain btn-sm lg:hidden" popoverTarget="tool-filters">
			<Icon name="sliders-horizontal" size={18} />
			Sort and filter{filterCount > 0 && ` (${filterCount})`}
		</button>
	);
}

export const FilterPanel = ({ query, counts }: Props) => (
	<section id="tool-filters" popover="auto" className="filter-panel" aria-label="Sort and filter">
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
			<FilterForm query={query} />
		</div>
		<div className="lg:hidden">
			<h2>Sort by</h2>
			<SortLinks query={query} />
		</div>
	</section>
);
