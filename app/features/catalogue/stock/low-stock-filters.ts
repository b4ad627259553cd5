import { categories } from "#contract/categories.ts";
import type { Filters } from "#contract/table-filters.ts";

/** The filters of the Low stock page and its CSV. */
export const lowStockFilters = {
	weeks: {
		label: "Should last",
		choices: { "4": "4 weeks", "8": "8 weeks", "12": "12 weeks" },
	},
	days: { label: "Based on sales in", choices: { "30": "Last 30 days", "90": "Last 90 days" } },
	category: { label: "Category", choices: categories, noFilterLabel: "All" },
} as const satisfies Filters;
