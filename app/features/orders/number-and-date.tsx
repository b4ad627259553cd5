import { LocalDay } from "#app/ui/local-time.tsx";
import { orderNumber } from "#contract/shop.ts";
import type { OrderRow } from "./order-row.ts";

/** Combines the order's number and date in one table column, so that the tool's name has room at 1280 px. */
export const NumberAndDate = ({ order: { id, createdAt } }: { order: OrderRow }) => (
	<div className="whitespace-nowrap">
		<div>{orderNumber(id)}</div>
		<div className="text-muted">
			<LocalDay at={createdAt} />
		</div>
	</div>
);
