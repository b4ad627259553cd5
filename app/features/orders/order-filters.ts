import { orderFilterLabels } from "#contract/order-states.ts";
import type { OrderSearchField } from "#worker/shop/orders/search.ts";

export const orderFilters = {
	state: { label: "State", choices: orderFilterLabels, all: "All but canceled" },
	sort: { label: "Sort", choices: { newest: "Newest first", oldest: "Oldest first" } },
	by: {
		label: "Search by",
		choices: {
			any: "Any detail",
			email: "Email starts with",
			tool: "Tool name contains",
			id: "Order or transaction ID",
		} satisfies Record<OrderSearchField, string>,
		searchOnly: true,
	},
} as const;
