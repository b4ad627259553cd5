import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { type ToolsQuery, toolsPath } from "#contract/schemas/finding.ts";
import type { CategoryCounts } from "#worker/shop/catalogue/categories.ts";
import { CategoryLinks } from "./category-links.tsx";
import { activeFilters } from "./filters.ts";
import { PriceForm } from "./price-form.tsx";
import { SortLinks } from "./sort-links.tsx";

type Props = { query: ToolsQuery; counts: CategoryCounts };

function Group({
	title,
	className,
	children,
}: {
	title: string;
	className?: string;
	children: ReactNode;
}) {
	return (
		<div className={className}>
			<h2>{title}</h2>
			{children}
		</div>
	);
}

/** On phones: opens the filters, and says how many are in use. */
export function FilterButton({ query }: { query: ToolsQuery }) {
	const { length } = activeFilters(query);
	return (
		<button type="button" className="btn btn-plain btn-sm lg:hidden" popoverTarget="tool-filters">
			<Icon name="sliders-horizontal" size={18} />
			Sort and filter{length > 0 && ` (${length})`}
		</button>
	);
}

/**
 * Category, price and stock: a column beside the tools. On phones a popover with the order too, which opens without
 * script. The key closes it when the list changes.
 */
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
				className="filter-close"
				popoverTarget="tool-filters"
				popoverTargetAction="hide"
				aria-label="Close the filters"
			>
				<Icon name="x" size={24} />
			</button>
			<Group title="Category">
				<CategoryLinks query={query} counts={counts} />
			</Group>
			<Group title="Price and stock">
				<PriceForm query={query} />
			</Group>
			<Group title="Sort by" className="lg:hidden">
				<SortLinks query={query} />
			</Group>
		</section>
	);
}
