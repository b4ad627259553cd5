import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icon-names.ts";
import { formatDay } from "#contract/dates.ts";
import { holdLabels, type PaymentHold } from "#contract/payment-holds.ts";

type Moments = { createdAt: Date; paidAt: Date | null; shiftedAt: Date | null };
type Props = { order: Moments; hold?: PaymentHold | null | undefined };

function waitingFor({ paidAt }: Moments, hold: Props["hold"]): string {
	if (hold) return holdLabels[hold];
	return paidAt ? "Being made ready" : "After payment";
}

type Step = { name: string; waiting: string; icon: IconName; moment: Date | null };

const stepsOf = (order: Moments, hold: Props["hold"]): Step[] => [
	{ name: "Placed", waiting: "", icon: "package", moment: order.createdAt },
	{ name: "Paid", waiting: "Waits for your payment", icon: "credit-card", moment: order.paidAt },
	{
		name: "Shipped",
		waiting: waitingFor(order, hold),
		icon: "truck",
		moment: order.shiftedAt,
	},
];

/** How far an order has come: what is done has its day, what comes next is the current step. @param hold why it is not shipped */
export function OrderSteps({ order, hold }: Props) {
	const steps = stepsOf(order, hold);
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
