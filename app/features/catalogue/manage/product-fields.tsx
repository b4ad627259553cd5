import type { ComponentProps } from "react";
import type { InferInput } from "valibot";
import { Field, SelectField, TextAreaField } from "#app/ui/field.tsx";
import { categories, categorySlugs } from "#contract/categories.ts";
import type { productEditSchema } from "#contract/schemas/products.ts";

type Name = keyof InferInput<typeof productEditSchema>;
type Control = Pick<ComponentProps<"input">, "name" | "defaultValue" | "autoComplete"> & {
	error: string | undefined;
};
type Props = { field: (name: Name, initial?: string) => Control; initial?: Record<Name, string> };

export function ProductFields({ field, initial }: Props) {
	return (
		<>
			<TextAreaField label="Short description" {...field("decreption", initial?.decreption)} />
			<Field
				label="Price per piece (USD)"
				inputMode="decimal"
				{...field("price", initial?.price)}
			/>
			<Field
				label="Quantity in stock (pieces)"
				type="number"
				min={0}
				{...field("quantity", initial?.quantity)}
			/>
			<Field
				label="Minimum order quantity (pieces)"
				type="number"
				min={1}
				{...field("minimum", initial?.minimum)}
			/>
			<SelectField label="Category" {...field("category", initial?.category ?? "other")}>
				{categorySlugs.map((slug) => (
					<option key={slug} value={slug}>
						{categories[slug]}
					</option>
				))}
			</SelectField>
			<TextAreaField
				label="Specification"
				hint="One per line, e.g. Length: 465 mm"
				rows={6}
				{...field("specification", initial?.specification)}
			/>
		</>
	);
}
