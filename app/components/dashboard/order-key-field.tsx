import { useId } from "react";
import type { OrderKey } from "#worker/shop/orders/search.ts";

/** What the orders can be searched by, in words. */
export const orderKeyNames: Record<OrderKey, string> = {
	email: "Email",
	tool: "Tool name",
	id: "Order or transaction id",
};

/** What the orders are searched by. */
export function OrderKeyField({ by }: { by: OrderKey }) {
	const id = useId();
	return (
		<div className="field">
			<label htmlFor={id}>Search by</label>
			<select key={by} id={id} name="by" className="input" defaultValue={by}>
				{Object.entries(orderKeyNames).map(([key, label]) => (
					<option key={key} value={key}>
						{label}
					</option>
				))}
			</select>
		</div>
	);
}
