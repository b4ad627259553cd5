import { Icon } from "#app/ui/icon.tsx";
import { formatDay } from "#contract/dates.ts";
import { type OrderState, orderStateNames, orderStates } from "#contract/order-states.ts";
import { type PaymentHold, paymentHolds } from "#contract/payment-holds.ts";

type Props = { order: OrderTimes; hold?: PaymentHold | null | undefined };
type OrderTimes = Record<(typeof orderStates)[OrderState]["at"], Date | null> & {
	state: OrderState;
};

/** The states that an order goes through; a cancelled one ends there. */
const pathOf = ({ state }: OrderTimes): OrderState[] =>
	state === "cancelled"
		? ["unpaid", "cancelled"]
		: orderStateNames.filter((name) => name !== "cancelled");

/** What an order waits for until it comes into a state. @param isNext whether it has come into the state before that */
function waitingFor(state: OrderState, isNext: boolean, hold: Props["hold"]): string {
	const { waiting, later } = orderStates[state];
	if (hold && state !== "paid") return paymentHolds[hold].label;
	return isNext ? waiting : later;
}

const stepsOf = (order: OrderTimes, hold: Props["hold"]) => {
	const path = pathOf(order).map((state) => ({ state, time: order[orderStates[state].at] }));
	return path.map(({ state, time }, index) => ({
		name: orderStates[state].step,
		icon: orderStates[state].icon,
		moment: time,
		waiting: waitingFor(state, Boolean(path[index - 1]?.time), hold),
	}));
};

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
