import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icon-names.ts";
import { formatDay } from "#contract/dates.ts";
import { type OrderState, orderStates } from "#contract/order-states.ts";
import { holdLabels, type PaymentHold } from "#contract/payment-holds.ts";

type Props = { order: OrderTimes; hold?: PaymentHold | null | undefined };
type OrderTimes = Record<(typeof orderStates)[OrderState]["at"], Date | null> & {
	state: OrderState;
};

const icons: Record<OrderState, IconName> = {
	unpaid: "package",
	paid: "credit-card",
	shipped: "truck",
	cancelled: "x",
};

/** What an order waits for until it comes into a state. */
function waitingFor(step: OrderState, { paidAt }: OrderTimes, hold: Props["hold"]): string {
	if (step === "paid") return "Awaiting payment";
	if (hold) return holdLabels[hold];
	return paidAt ? "Preparing to ship" : "After payment";
}

/** The states that an order goes through; a cancelled one ends there. */
const pathOf = ({ state }: OrderTimes): OrderState[] =>
	state === "cancelled" ? ["unpaid", "cancelled"] : ["unpaid", "paid", "shipped"];

const stepsOf = (order: OrderTimes, hold: Props["hold"]) =>
	pathOf(order).map((state) => ({
		name: orderStates[state].step,
		icon: icons[state],
		moment: order[orderStates[state].at],
		waiting: waitingFor(state, order, hold),
	}));

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
