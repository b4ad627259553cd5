import * as v from "valibot";
import { categorySlugs } from "../categories.ts";
import { textLength } from "../limits.ts";
import { invalid, requiredMessages, tooLong } from "../messages.ts";
import { image, minimum, price, stock, text } from "./fields.ts";
import { checkPrices, orderMultiple, priceBreaks, toBreaks } from "./price-breaks.ts";
import { specification } from "./specification.ts";

/** Begins with a letter or digit, so that no spreadsheet runs it as a formula. */
const partNumberPattern = /^[0-9A-Za-z][0-9A-Za-z ./_-]*$/;

/** An empty string becomes null, because the part number is optional. */
export const partNumber = v.pipe(
	v.nullable(v.string(invalid.partNumber), ""),
	v.description("the shop's part number, unique"),
	v.transform((value) => (value ?? "").trim().replace(/\s+/g, " ")),
	v.maxLength(textLength.partNumber, tooLong(textLength.partNumber)),
	v.check((value) => value === "" || partNumberPattern.test(value), invalid.partNumber),
	v.transform((value) => value || null),
);

export const editableFields = {
	decreption: text(requiredMessages.description, textLength.description),
	quantity: stock,
	minimum,
	price,
	partNumber: v.optional(partNumber),
	category: v.optional(v.picklist(categorySlugs, invalid.category)),
	specification: v.optional(specification),
	priceBreaks: v.optional(priceBreaks),
	orderMultiple: v.optional(orderMultiple),
};

type Editable = v.InferOutput<v.ObjectSchema<typeof editableFields, undefined>>;

export const toProductUpdate = ({
	decreption: description,
	price: priceCents,
	priceBreaks: rows,
	...rest
}: Editable) => ({
	...rest,
	...(rows && { priceBreaks: toBreaks(rows) }),
	description,
	priceCents,
});

/** specification.md §2 "Update Product". Omitted optional fields are not changed. */
export const productUpdateSchema = v.pipe(
	v.object(editableFields),
	checkPrices(),
	v.transform(toProductUpdate),
);

/** "on" is the value of a checked box in a form. */
export const draft = v.pipe(
	v.union([v.boolean(), v.literal("on")], "draft must be true or false"),
	v.description("whether the product is hidden until it is published"),
	v.transform((value) => value !== false),
);

export const productSchema = v.pipe(
	v.object({
		name: text(requiredMessages.name, textLength.name),
		...editableFields,
		img: image,
		draft: v.optional(draft),
	}),
	checkPrices(),
	v.transform(({ name, img, draft, ...rest }) => ({
		name,
		img,
		...toProductUpdate(rest),
		...(draft !== undefined && { draft }),
	})),
);

export type NewProduct = v.InferOutput<typeof productSchema>;
export type ProductUpdate = v.InferOutput<typeof productUpdateSchema>;
