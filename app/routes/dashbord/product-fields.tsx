import type { ComponentProps } from "react";
import { Field, TextAreaField } from "#app/components/ui/field.tsx";

type Name = "decreption" | "price" | "quantity" | "minimum";
type Control = Pick<ComponentProps<"input">, "name" | "defaultValue" | "autoComplete"> & {
	error: string | undefined;
};
type Props = { field: (name: Name, initial?: string) => Control; initial?: Record<Name, string> };

/** What an admin sets when adding a product and may change later (specification.md §2). */
export function ProductFields({ field, initial }: Props) {
	return (
		<>
			<TextAreaField label="Short description" {...field("decreption", initial?.decreption)} />
			<Field
				label="Price per piece, dollars"
				inputMode="decimal"
				{...field("price", initial?.price)}
			/>
			<Field
				label="Quantity in stock, pieces"
				type="number"
				min={0}
				{...field("quantity", initial?.quantity)}
			/>
			<Field
				label="Minimum order quantity, pieces"
				type="number"
				min={1}
				{...field("minimum", initial?.minimum)}
			/>
		</>
	);
}
