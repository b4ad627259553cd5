import type { ReactNode } from "react";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { confirmation } from "#contract/confirmations.ts";
import { formatCount } from "#contract/numbers.ts";
import { orderNumber } from "#contract/shop.ts";

export type Detail = [name: string, value: ReactNode];

export const DetailList = ({ rows }: { rows: Detail[] }) => (
	<dl className="border-t border-base-300">
		{rows
			.filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value))
			.map(([name, value]) => (
				<div
					key={name}
					className="grid grid-cols-[minmax(7rem,1fr)_minmax(0,2fr)] gap-4 border-b border-base-300 py-2"
				>
					<dt className="text-muted">{name}</dt>
					<dd className="num whitespace-pre-line">{value}</dd>
				</div>
			))}
	</dl>
);

export const OrderDay = ({ id, day }: { id: string; day: string }) => (
	<div className="whitespace-nowrap">
		{day}
		<div className="text-muted">
			<span className="sr-only">Order </span>
			{orderNumber(id)}
		</div>
	</div>
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
			{formatCount(quantity, "piece")} of {toolName}
		</p>
	</ConfirmButton>
);
