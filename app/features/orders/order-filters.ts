import { orderStateLabels } from "#contract/order-states.ts";
import type { OrderKey } from "#worker/shop/orders/search.ts";

const orderKeyLabels: Record<OrderKey, string> = {
	email: "Email",
	tool: "Tool name",
	id: "Order or transaction id",
};

export const orderFilters = {
	state: { label: "State", choices: orderStateLabels, all: "All but cancelled" },
	sort: { label: "Sort", choices: { newest: "Newest first", oldest: "Oldest first" } },
	by: { label: "Search by", choices: orderKeyLabels, ofSearch: true },
} as const;
