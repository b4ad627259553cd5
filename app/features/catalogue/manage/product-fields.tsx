import type { ComponentProps } from "react";
import type { InferInput } from "valibot";
import { Field, SelectField, TextAreaField } from "#app/ui/field.tsx";
import { categories, categorySlugs } from "#contract/categories.ts";
import type { productEditSchema } from "#contract/schemas/products.ts";

type Name = keyof InferInput<typeof productEditSchema>;
type Control = Pick<ComponentProps<"input">, "name" | "defaultValue" | "autoComplete"> & {
	error: string | undefined;
};
type Props = {
	field: (name: Name, initial?: string) => Control;
	initial?: Partial<Record<Name, string>>;
};

export function ProductFields({ field, initial = { category: "other" } }: Props) {
	const control = (name: Name) => field(name, initial[name]);
	return (
		<>
			<TextAreaField label="Short description" {...control("decreption")} />
			<Field label="Price per piece (USD)" inputMode="decimal" {...control("price")} />
			<Field label="Quantity in stock (pieces)" type="number" min={0} {...control("quantity")} />
			<Field
				label="Minimum order quantity (pieces)"
				type="number"
				min={1}
				{...control("minimum")}
			/>
			<SelectField label="Category" {...control("category")}>
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
				{...control("specification")}
			/>
		</>
	);
}
