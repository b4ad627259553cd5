import { orderFilterLabels } from "./order-states.ts";
import type { FilterChoices } from "./table-filters.ts";

/** The filters of Manage All Orders and of its *Export as CSV*; their conditions are in worker/shop/orders/search.ts. */
export const orderFilters = {
	state: { label: "Status", choices: orderFilterLabels, noFilterLabel: "All but canceled" },
} as const;

/** Adds the sort order and the fields that can be searched. Each field has an index except `any`, which covers only the newest orders. */
export const orderTableFilters = {
	...orderFilters,
	sort: { label: "Sort", choices: { newest: "Newest first", oldest: "Oldest first" } },
	by: {
		label: "Search by",
		choices: {
			any: "Any detail",
			email: "Email starts with",
			tool: "Tool name contains",
			id: "Order or transaction ID",
		},
		appliesToSearchOnly: true,
	},
} as const;

/** `search` is matched anywhere in a field if `by` is `tool` or `any`, and otherwise at its start. If it is empty, all orders match. */
export type OrderView = FilterChoices<typeof orderFilters> & {
	search: string;
	by: keyof typeof orderTableFilters.by.choices;
	sort: keyof typeof orderTableFilters.sort.choices;
};
