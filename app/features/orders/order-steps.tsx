import { Icon } from "#app/ui/icon.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { getStateLabels, listSteps, orderStates } from "#contract/order-states.ts";
import { paymentHolds } from "#contract/payment-holds.ts";
import type { Route } from "./+types/order.ts";

type Data = Route.ComponentProps["loaderData"];

export function OrderSteps({ order, payment }: Data) {
	const steps = listSteps(order);
	const nextState = steps.find((state) => !order[orderStates[state].at]);
	return (
		<ol className="steps grid md:auto-cols-fr md:grid-flow-col">
			{steps.map((state) => {
				const { icon, at, waiting, later } = orderStates[state];
				const time = order[at];
				const hold = state === "shipped" ? payment?.hold : null;
				const isPending = state === "refunded" && payment?.isRefundPending;
				const isRefundMissing = state === "refunded" && !isPending && payment?.isRefundMissing;
				const isDone = time && !isPending && !isRefundMissing;
				return (
					<li
						key={state}
						data-done={isDone ? "" : undefined}
						data-canceled={state === "cancelled" ? "" : undefined}
						aria-current={isPending || state === nextState ? "step" : undefined}
					>
						<span>
							<Icon name={isDone && state !== "cancelled" ? "check" : icon} size={16} />
						</span>
						<span className="font-semibold">
							{getStateLabels({ ...payment, state }).shortLabel}
						</span>
						{time ? (
							<LocalTime at={time} />
						) : (
							<span>{hold ? paymentHolds[hold].label : state === nextState ? waiting : later}</span>
						)}
					</li>
				);
			})}
		</ol>
	);
}
