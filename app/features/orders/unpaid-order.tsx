import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { confirmation } from "#contract/messages.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount, formatInteger } from "#contract/numbers.ts";
import type { OrderState } from "#contract/order-states.ts";

type Reservation = { state: OrderState; reservedUntil: Date | null };

/** Shows when the reservation of an unpaid order ends, without the year, because a reservation lasts only days. */
export const ReservedUntil = ({ order: { state, reservedUntil } }: { order: Reservation }) =>
	state === "unpaid" &&
	reservedUntil && (
		<>
			Reserved until <LocalTime at={reservedUntil} hasYear={false} />
		</>
	);

type CheckoutTotals = { unpaidCount: number; unpaidCents: number };

/** Shown below the pay button, which pays for all unpaid orders that were placed together. */
export const CheckoutTotalNote = ({ unpaidCount, unpaidCents }: CheckoutTotals) =>
	unpaidCount > 1 && (
		<div className="text-sm text-muted">
			For {formatCount(unpaidCount, "order")} together: {formatCents(unpaidCents)}
		</div>
	);

export const paymentProcessingText = "Your bank is processing the payment.";

/** Replaces the pay and cancel buttons of an unpaid order. */
export const PaymentProcessingNote = () => (
	<p className="max-w-60 text-sm text-muted">{paymentProcessingText}</p>
);

type CancelProps = {
	order: { id: string; toolName: string; quantity: number };
	size?: "sm" | "md";
	action?: string;
};

export const CancelOrderButton = ({
	order: { id, toolName, quantity },
	...button
}: CancelProps) => (
	<ConfirmButton
		label="Cencel"
		confirmLabel="Cancel this order"
		question={confirmation.remove}
		fields={{ order: id }}
		{...button}
	>
		<p>
			{formatInteger(quantity)} × {keepUnitsTogether(toolName)}
		</p>
	</ConfirmButton>
);
