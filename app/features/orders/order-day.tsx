import { orderNumber } from "#contract/shop.ts";

/** The day of an order, and the number that its page, its mails and its invoice call it by. */
export const OrderDay = ({ id, day }: { id: string; day: string }) => (
	<div className="whitespace-nowrap">
		{day}
		<div className="text-muted">
			<span className="sr-only">Order </span>
			{orderNumber(id)}
		</div>
	</div>
);
