import { formatDay } from "#contract/dates.ts";
import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icon-names.ts";

type Moments = { createdAt: Date; paidAt: Date | null; shiftedAt: Date | null };
type Step = { name: string; waiting: string; icon: IconName; moment: Date | null };

const stepsOf = ({ createdAt, paidAt, shiftedAt }: Moments): Step[] => [
	{ name: "Placed", waiting: "", icon: "package", moment: createdAt },
	{ name: "Paid", waiting: "Waits for your payment", icon: "credit-card", moment: paidAt },
	{
		name: "Shipped",
		waiting: paidAt ? "Being made ready" : "After payment",
		icon: "truck",
		moment: shiftedAt,
	},
];

/** How far an order has come: what is done has its day, what comes next is the current step. */
export function OrderSteps({ order }: { order: Moments }) {
	const steps = stepsOf(order);
	const next = steps.find(({ moment }) => moment === null);
	return (
		<ol className="steps">
			{steps.map((step) => (
				<li
					key={step.name}
					data-done={step.moment ? "" : undefined}
					aria-current={step === next ? "step" : undefined}
				>
					<span className="mark">
						<Icon name={step.moment ? "check" : step.icon} size={16} />
					</span>
					<span className="font-semibold">{step.name}</span>
					{step.moment ? (
						<time dateTime={step.moment.toISOString()}>{formatDay(step.moment)}</time>
					) : (
						<span>{step.waiting}</span>
					)}
				</li>
			))}
		</ol>
	);
}
