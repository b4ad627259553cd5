import { useId } from "react";
import type { OrderKey } from "#worker/shop/orders/search.ts";

const labels: [OrderKey, string][] = [
	["email", "Email"],
	["tool", "Tool name"],
	["id", "Order or transaction id"],
];

/** What the orders are searched by. */
export function OrderKeyField({ by }: { by: OrderKey }) {
	const id = useId();
	return (
		<div className="field">
			<label htmlFor={id}>Search by</label>
			<select key={by} id={id} name="by" className="select" defaultValue={by}>
				{labels.map(([key, label]) => (
					<option key={key} value={key}>
						{label}
					</option>
				))}
			</select>
		</div>
	);
}
