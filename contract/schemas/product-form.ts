import * as v from "valibot";
import { textLength } from "../limits.ts";
import { editReasons } from "../stock.ts";
import { optionalText, stock } from "./fields.ts";
import { idempotencyKeySchema } from "./idempotency-key.ts";
import { checkPrices } from "./price-breaks.ts";
import { editableFields, toProductUpdate } from "./products.ts";

/** Why staff change the stock. */
const stockCause = {
	reason: v.optional(v.picklist(editReasons), "correction"),
	note: v.pipe(
		optionalText(textLength.stockNote),
		v.transform((note) => note || null),
	),
};

/**
 * `shownStock`: the stock when the form was opened. Saving changes the stock by the difference, so that sales since then are kept.
 * `editKey`: identifies the last edit at that time. If there has been another since, the form is rejected.
 */
export const productFormSchema = v.pipe(
	v.object({
		...editableFields,
		shownStock: stock,
		editKey: v.optional(v.pipe(v.string(), v.maxLength(textLength.idempotencyKey)), ""),
		idempotencyKey: v.optional(idempotencyKeySchema),
		...stockCause,
	}),
	checkPrices(),
	v.transform(({ shownStock, editKey, idempotencyKey, reason, note, ...edit }) => ({
		edit: toProductUpdate(edit),
		form: { shownStock, editKey: editKey || null, idempotencyKey, reason, note },
	})),
);
