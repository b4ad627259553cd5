import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icon-names.ts";

/** What the shop does with every order, and no more than that (docs/decisions/order-total.md, unpaid-orders.md). */
const promises: { icon: IconName; text: string }[] = [
	{ icon: "truck", text: "Shipped once it is paid, to the address you give with the order." },
	{ icon: "credit-card", text: "You pay the price times the pieces. Nothing is added." },
	{
		icon: "package",
		text: "Your pieces are reserved as soon as you order. Until you pay you can cancel; a paid order cannot be cancelled.",
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
