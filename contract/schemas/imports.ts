import * as v from "valibot";
import { ignoredColumn } from "../imports.ts";
import { importColumnsMax, textLength } from "../limits.ts";
import { tooLong } from "../messages.ts";
import { productColumnNames } from "../product-columns.ts";
import { draft } from "./products.ts";

const column = v.picklist(
	[ignoredColumn, ...productColumnNames],
	`Use "" or one of: ${productColumnNames.join(", ")}`,
);

/** The product column for each heading of the file, in order; "" for a heading that is ignored. */
export const importColumnsSchema = v.object({
	columns: v.pipe(
		v.array(column, "columns must be a list"),
		v.minLength(1, "columns must have an item for each heading"),
		v.maxLength(importColumnsMax, `columns must have at most ${importColumnsMax} items`),
	),
});

/**
 * `drafts`: whether new products are drafts. `check`: the comparison that was shown. The import is not applied if the file has been compared
 * again since.
 */
export const importApplySchema = v.object({
	drafts: v.optional(draft),
	check: v.optional(
		v.pipe(
			v.string("check must be text"),
			v.maxLength(textLength.id, tooLong(textLength.id)),
			v.minLength(1, "check must not be empty"),
		),
	),
});
