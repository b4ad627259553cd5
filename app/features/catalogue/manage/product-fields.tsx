import type { ComponentProps } from "react";
import type { InferInput } from "valibot";
import { Field, SelectField, TextAreaField } from "#app/ui/field.tsx";
import { categories, categorySlugs } from "#contract/categories.ts";
import type { productEditSchema } from "#contract/schemas/products.ts";

type Name = keyof InferInput<typeof productEditSchema>;
type FieldProps = Pick<ComponentProps<"input">, "name" | "defaultValue" | "autoComplete"> & {
	error: string | undefined;
};
type Props = {
	getFieldProps: (name: Name, initial?: string) => FieldProps;
	initial?: Partial<Record<Name, string>>;
};

export function ProductFields({ getFieldProps, initial = { category: "other" } }: Props) {
	const propsOf = (name: Name) => getFieldProps(name, initial[name]);
	return (
		<>
			<Field
				label="Part number"
				hint="Optional. Your own number of the tool, e.g. TTD-1101; it finds the tool in the search"
				autoComplete="off"
				{...propsOf("partNumber")}
			/>
			<TextAreaField label="Short description" {...propsOf("decreption")} />
			<div className="grid gap-5 sm:grid-cols-2">
				<Field label="Price per piece (USD)" inputMode="decimal" {...propsOf("price")} />
				<Field label="Quantity in stock (pieces)" type="number" min={0} {...propsOf("quantity")} />
				<Field
					label="Minimum order quantity (pieces)"
					type="number"
					min={1}
					{...propsOf("minimum")}
				/>
				<SelectField label="Category" {...propsOf("category")}>
					{categorySlugs.map((slug) => (
						<option key={slug} value={slug}>
							{categories[slug]}
						</option>
					))}
				</SelectField>
			</div>
			<TextAreaField
				label="Specification"
				hint="One per line, e.g. Length: 465 mm"
				rows={6}
				{...propsOf("specification")}
			/>
		</>
	);
}
