import * as v from "valibot";
import { categorySlugs } from "../categories.ts";
import { textLength } from "../limits.ts";
import { invalid, required } from "../messages.ts";
import { image, minimum, price, stock, text } from "./fields.ts";
import { idempotencyKeySchema } from "./orders.ts";
import { specification } from "./specification.ts";

const editable = {
	decreption: text(required.description, textLength.description),
	quantity: stock,
	minimum,
	price,
	category: v.optional(v.picklist(categorySlugs, invalid.category)),
	specification: v.optional(specification),
};

const toEdit = ({
	decreption,
	price: priceCents,
	...rest
}: v.InferOutput<v.ObjectSchema<typeof editable, undefined>>) => ({
	...rest,
	description: decreption,
	priceCents,
});

/** `PUT /product/{productId}`; specification.md §2 "Update Product". An absent category or specification is not changed. */
export const productEditSchema = v.pipe(v.object(editable), v.transform(toEdit));

/**
 * `seen`: the stock when the form was opened. Saving changes the stock by the difference, so it does not undo sales since then.
 * `editKey`: the product's at that time. A form that is sent twice with the same idempotency key is saved once.
 */
export const productFormSchema = v.pipe(
	v.object({
		...editable,
		seen: stock,
		editKey: v.optional(v.pipe(v.string(), v.maxLength(textLength.idempotencyKey)), ""),
		idempotencyKey: v.optional(idempotencyKeySchema),
	}),
	v.transform(({ seen, editKey, idempotencyKey, ...edit }) => ({
		edit: toEdit(edit),
		form: { seen, editKey: editKey || null, idempotencyKey },
	})),
);

/** `POST /products`. */
export const productSchema = v.pipe(
	v.object({ name: text(required.name, textLength.name), ...editable, img: image }),
	v.transform(({ name, img, ...rest }) => ({ name, img, ...toEdit(rest) })),
);

export type NewProduct = v.InferOutput<typeof productSchema>;
export type ProductEdit = v.InferOutput<typeof productEditSchema>;
