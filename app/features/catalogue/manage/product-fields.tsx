import type { ComponentProps } from "react";
import type { InferInput } from "valibot";
import { Field, SelectField, TextAreaField } from "#app/ui/field.tsx";
import { categories, categorySlugs } from "#contract/categories.ts";
import type { productUpdateSchema } from "#contract/schemas/products.ts";
import { PriceBreakFields } from "./price-break-fields.tsx";

type Name = Exclude<keyof InferInput<typeof productUpdateSchema>, "priceBreaks">;
type FieldProps = Pick<ComponentProps<"input">, "name" | "defaultValue" | "autoComplete"> & {
	error: string | undefined;
};
type BreakProps = ComponentProps<typeof PriceBreakFields>;
type Props = {
	getFieldProps: ((name: Name, initial?: string) => FieldProps) & BreakProps["getFieldProps"];
	initial?: Partial<Record<Name, string>>;
	priceBreaks?: BreakProps["initial"];
};

const newToolValues = { category: "other", orderMultiple: "1" };

export function ProductFields({ getFieldProps, initial = newToolValues, priceBreaks = [] }: Props) {
	const getProps = (name: Name) => getFieldProps(name, initial[name]);
	return (
		<>
			<Field
				label="Part number"
				hint="Optional. Your own number for the tool, e.g. TTD-1101. Customers can search by it."
				autoComplete="off"
				{...getProps("partNumber")}
			/>
			<TextAreaField label="Short description" {...getProps("decreption")} />
			<div className="grid gap-5 sm:grid-cols-2">
				<Field label="Price per piece (USD)" inputMode="decimal" {...getProps("price")} />
				<Field label="Quantity in stock (pieces)" type="number" min={0} {...getProps("quantity")} />
				<Field
					label="Minimum order quantity (pieces)"
					type="number"
					min={1}
					{...getProps("minimum")}
				/>
				<Field
					label="Pieces per carton"
					hint="Customers order whole cartons. Enter 1 if the tool is sold by the piece."
					type="number"
					min={1}
					{...getProps("orderMultiple")}
				/>
				<SelectField label="Category" {...getProps("category")}>
					{categorySlugs.map((slug) => (
						<option key={slug} value={slug}>
							{categories[slug]}
						</option>
					))}
				</SelectField>
			</div>
			<PriceBreakFields getFieldProps={getFieldProps} initial={priceBreaks} />
			<TextAreaField
				label="Specification"
				hint="One per line, e.g. Length: 465 mm"
				rows={Math.max(6, initial.specification?.split("\n").length ?? 0)}
				{...getProps("specification")}
			/>
		</>
	);
}
