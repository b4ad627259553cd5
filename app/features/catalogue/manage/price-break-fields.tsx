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

/** Shows a row for every price break that a tool can have, so that no JavaScript is needed to add rows. Empty rows are ignored. */
export function PriceBreakFields({ getFieldProps, initial }: Props) {
	const rows = Array.from({ length: priceBreaksMax }, (_, index) => {
		const [pieces, cents] = initial[index] ?? [];
		const price = cents === undefined ? "" : dollarsFromCents(cents).toFixed(2);
		return {
			name: `Break ${index + 1}`,
			quantity: getFieldProps(`priceBreaks.${index}.quantity`, pieces?.toString() ?? ""),
			price: getFieldProps(`priceBreaks.${index}.price`, price),
		};
	});
	const hasError = rows.some(({ quantity, price }) => quantity.error || price.error);
	return (
		<details open={initial.length > 0 || hasError}>
			<summary className="link w-fit cursor-pointer py-1">Price breaks (optional)</summary>
			<fieldset className="grid gap-3 pt-2">
				<legend className="sr-only">Price breaks</legend>
				<p id="price-breaks-hint" className="text-sm/normal text-muted">
					Larger orders cost less per piece, e.g. 4.60 from 50 pieces and 4.30 from 100. Each row
					has more pieces and a lower price than the one above it.
				</p>
				<div className="grid grid-cols-2 gap-x-5 gap-y-2">
					<span aria-hidden="true" className="text-sm">
						From (pieces)
					</span>
					<span aria-hidden="true" className="text-sm">
						USD per piece
					</span>
					{rows.flatMap(({ name, quantity, price }) => [
						<Cell
							key={quantity.name}
							label={`${name}, from (pieces)`}
							inputMode="numeric"
							{...quantity}
						/>,
						<Cell
							key={price.name}
							label={`${name}, USD per piece`}
							inputMode="decimal"
							{...price}
						/>,
					])}
				</div>
			</fieldset>
		</details>
	);
}
