import { ToolPicture } from "#app/features/catalogue/tool-picture.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { keepUnitsTogether } from "#app/ui/keep-units-together.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { confirmation } from "#contract/confirmations.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount } from "#contract/numbers.ts";
import type { OrderState } from "#contract/order-states.ts";

type CheckoutTotals = { unpaidCount: number; unpaidCents: number };

type OrderedToolProps = {
	order: {
		productId: string;
		toolName: string;
		toolPartNumber?: string | null;
		quantity: number;
		toolPriceCents: number;
	};
	/** Null if the tool is no longer sold. */
	img: string | null;
	isLink?: boolean;
};

export function OrderedTool({ order, img, isLink = false }: OrderedToolProps) {
	const { productId, toolName, toolPartNumber, quantity, toolPriceCents } = order;
	const name = keepUnitsTogether(toolName);
	return (
		<div className="flex gap-4">
			<ToolPicture img={img} width={96} />
			<div className="grid content-start gap-1">
				<p className="font-semibold">
					{formatCount(quantity, "piece")} of{" "}
					{isLink && img !== null ? (
						<a href={`/tools/${productId}`} className="link">
							{name}
						</a>
					) : (
						name
					)}
				</p>
				{toolPartNumber && <p className="num text-muted">Part number {toolPartNumber}</p>}
				<p className="num text-muted">{formatCents(toolPriceCents)} per piece</p>
			</div>
		</div>
	);
}

type TrackingProps = { tracking: string; trackingUrl: string | null };

/** Links to the carrier's page about the shipment, if it has one. */
export const TrackingLink = ({ tracking, trackingUrl }: TrackingProps) =>
	tracking &&
	(trackingUrl ? (
		<a href={trackingUrl} rel="noreferrer" className="link line" title={tracking}>
			{tracking}
		</a>
	) : (
		<span className="line text-muted" title={tracking}>
			{tracking}
		</span>
	));

type Reservation = { state: OrderState; reservedUntil: Date | null };

/** Until when the pieces of an unpaid order are reserved. */
export const ReservedUntil = ({ order: { state, reservedUntil } }: { order: Reservation }) =>
	state === "unpaid" &&
	reservedUntil && (
		<>
			Reserved until <LocalTime at={reservedUntil} />
		</>
	);

/** Shown below the pay button, which pays for all unpaid orders that were placed together. */
export const PaidTogether = ({ unpaidCount, unpaidCents }: CheckoutTotals) =>
	unpaidCount > 1 && (
		<p className="text-sm text-muted">
			For {formatCount(unpaidCount, "order")} together: {formatCents(unpaidCents)}
		</p>
	);

/** Replaces the pay and cancel buttons of an unpaid order. */
export const BeingPaid = () => (
	<p className="max-w-60 text-sm text-muted">Your bank is processing the payment.</p>
);

type CancelProps = {
	order: { id: string; toolName: string; quantity: number };
	size?: "sm" | "md";
	action?: string;
};

export const CancelOrder = ({ order: { id, toolName, quantity }, ...button }: CancelProps) => (
	<ConfirmButton
		label="Cencel"
		confirmLabel="Cancel this order"
		question={confirmation.remove}
		fields={{ order: id }}
		{...button}
	>
		<p>
			{formatCount(quantity, "piece")} of {keepUnitsTogether(toolName)}
		</p>
	</ConfirmButton>
);
