import * as v from "valibot";
import { categorySlugs } from "../categories.ts";
import { textLength } from "../limits.ts";
import { invalid, required } from "../messages.ts";
import { image, minimum, partNumber, price, stock, text } from "./fields.ts";
import { idempotencyKeySchema } from "./orders.ts";
import { specification } from "./specification.ts";

const editable = {
	decreption: text(required.description, textLength.description),
	quantity: stock,
	minimum,
	price,
	partNumber: v.optional(partNumber),
	category: v.optional(v.picklist(categorySlugs, invalid.category)),
	specification: v.optional(specification),
};

type Editable = v.InferOutput<v.ObjectSchema<typeof editable, undefined>>;

const toEdit = ({ decreption: description, price: priceCents, ...rest }: Editable) => ({
	...rest,
	description,
	priceCents,
});

/** specification.md §2 "Update Product". An absent part number, category or specification is not changed. */
export const productEditSchema = v.pipe(v.object(editable), v.transform(toEdit));

/**
 * `shownStock`: the stock when the form was opened. Saving changes the stock by the difference, so that sales since then are kept.
 * `editKey`: identifies the last edit at that time. If there has been another since, the form is rejected.
 */
export const productFormSchema = v.pipe(
	v.object({
		...editable,
		shownStock: stock,
		editKey: v.optional(v.pipe(v.string(), v.maxLength(textLength.idempotencyKey)), ""),
		idempotencyKey: v.optional(idempotencyKeySchema),
	}),
	v.transform(({ shownStock, editKey, idempotencyKey, ...edit }) => ({
		edit: toEdit(edit),
		form: { shownStock, editKey: editKey || null, idempotencyKey },
	})),
);

export const productSchema = v.pipe(
	v.object({ name: text(required.name, textLength.name), ...editable, img: image }),
	v.transform(({ name, img, ...rest }) => ({ name, img, ...toEdit(rest) })),
);

export type NewProduct = v.InferOutput<typeof productSchema>;
export type ProductEdit = v.InferOutput<typeof productEditSchema>;
