import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icon-names.ts";

/** What the shop does with every order, and no more than that (docs/decisions/order-total.md, unpaid-orders.md). */
const promises: { icon: IconName; text: string }[] = [
	{ icon: "truck", text: "Shipped once it is paid, to the address you give with the order." },
	{ icon: "credit-card", text: "Pieces times price is all you pay. Nothing is added." },
	{
		icon: "package",
		text: "Your pieces are held as soon as you order. Cancel before you pay, and they go back on the shelf; a paid order can not be cancelled.",
	},
];

/** What happens to an order. */
export function DeliveryNote() {
	return (
		<ul aria-label="Delivery" className="grid gap-3 text-sm">
			{promises.map(({ icon, text }) => (
				<li key={icon} className="flex gap-3">
					<Icon name={icon} />
					<span>{text}</span>
				</li>
			))}
		</ul>
	);
}
