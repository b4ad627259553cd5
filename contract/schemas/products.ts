import * as v from "valibot";
import { categorySlugs } from "../categories.ts";
import { pageSizeMax, textLength } from "../limits.ts";
import { invalid, required } from "../messages.ts";
import { cursorSchema } from "./cursor.ts";
import { image, minimum, price, stock, text, wholeNumber } from "./fields.ts";
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

/**
 * `PUT /product/{productId}`: what an admin may change (specification.md §2 "Update Product"). Category and
 * specification stay as they are where they are not sent.
 */
export const productEditSchema = v.pipe(v.object(editable), v.transform(toEdit));

/**
 * The form of an admin who has looked at a stock of `seen` pieces: what was sold since then is not brought back by
 * saving the form. Sent twice with one key it is done once. `editKey` is the product's when the form was opened.
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

/** `PUT /products/{id}`. */
export const stockSchema = v.object({ updatequantity: stock });

/** `GET /products`: page from 0, size products a page; without both, a list. */
export const listSchema = v.object({
	page: v.optional(wholeNumber(invalid.page, 0, 1_000_000)),
	size: v.optional(wholeNumber(invalid.size, 1, pageSizeMax)),
	...cursorSchema.entries,
});

/** A product as the calls answer it; `price` in dollars, `quantity` pieces in stock, `gallery` the pictures after `img`. */
export const productAnswer = v.object({
	_id: v.string(),
	name: v.string(),
	decreption: v.string(),
	price: v.number(),
	quantity: v.number(),
	minimum: v.number(),
	img: v.string(),
	category: v.picklist(categorySlugs),
	specification: v.array(v.array(v.string())),
	gallery: v.array(v.string()),
});

export type NewProduct = v.InferOutput<typeof productSchema>;
export type ProductEdit = v.InferOutput<typeof productEditSchema>;
export type ProductAnswer = v.InferOutput<typeof productAnswer>;
