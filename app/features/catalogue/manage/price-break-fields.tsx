import type { ComponentProps } from "react";
import { FieldError } from "#app/ui/field.tsx";
import { priceBreaksMax } from "#contract/limits.ts";
import { dollarsFromCents } from "#contract/money.ts";
import type { PriceBreak } from "#contract/price-breaks.ts";

type BreakName = `priceBreaks.${number}.${"quantity" | "price"}`;
type FieldProps = ComponentProps<"input"> & { error: string | undefined };
type Props = {
	getFieldProps: (name: BreakName, initial?: string) => FieldProps;
	initial: readonly PriceBreak[];
};

function Cell({ label, error, ...input }: FieldProps & { label: string }) {
	const id = input.name;
	return (
		<div className="grid content-start gap-1">
			<input
				type="text"
				id={id}
				className="input num"
				autoComplete="off"
				aria-label={label}
				aria-invalid={error ? true : undefined}
				aria-describedby={error ? `${id}-error` : "price-breaks-hint"}
				{...input}
			/>
			<FieldError id={id ?? ""} error={error} />
		</div>
	);
}

/** Without JavaScript too, a tool can have all of its breaks: each has a row, and empty rows are left out. */
export const PriceBreakFields = ({ getFieldProps, initial }: Props) => (
	<fieldset className="grid gap-3">
		<legend className="mb-1 font-semibold">Price breaks</legend>
		<p id="price-breaks-hint" className="text-sm/normal text-muted">
			Optional. Larger orders cost less per piece, e.g. 4.60 from 50 pieces and 4.30 from 100. Each
			row has more pieces and a lower price than the one above it.
		</p>
		<div className="grid grid-cols-2 gap-x-5 gap-y-2">
			<span aria-hidden="true" className="text-sm">
				From (pieces)
			</span>
			<span aria-hidden="true" className="text-sm">
				USD per piece
			</span>
			{Array.from({ length: priceBreaksMax }, (_, index) => {
				const [units, cents] = initial[index] ?? [];
				const quantity = getFieldProps(`priceBreaks.${index}.quantity`, units?.toString() ?? "");
				const price = cents === undefined ? "" : dollarsFromCents(cents).toFixed(2);
				const row = `Break ${index + 1}`;
				return [
					<Cell
						key={quantity.name}
						label={`${row}, from (pieces)`}
						inputMode="numeric"
						{...quantity}
					/>,
					<Cell
						key={`${quantity.name}-price`}
						label={`${row}, USD per piece`}
						inputMode="decimal"
						{...getFieldProps(`priceBreaks.${index}.price`, price)}
					/>,
				];
			})}
		</div>
	</fieldset>
);
