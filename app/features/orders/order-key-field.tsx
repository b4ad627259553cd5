import { ChoiceField } from "#app/ui/table/table-search.tsx";
import type { OrderKey } from "#worker/shop/orders/search.ts";

/** What the orders can be searched by, in words. */
export const orderKeyNames: Record<OrderKey, string> = {
	email: "Email",
	tool: "Tool name",
	id: "Order or transaction id",
};

/** What the orders are searched by. */
export const OrderKeyField = ({ by }: { by: OrderKey }) => (
	<ChoiceField label="Search by" name="by" choices={orderKeyNames} chosen={by} sends={false} />
);
