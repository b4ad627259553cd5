import * as v from "valibot";
import { productChangesMax, textLength } from "../limits.ts";
import { editReasons } from "../stock.ts";
import { optionalText, price, stock, text } from "./fields.ts";

const changeSchema = v.object(
	{
		id: text("id is Required", textLength.id),
		price: v.optional(price),
		expectedPrice: v.optional(price),
		quantity: v.optional(stock),
		expectedQuantity: v.optional(stock),
		reason: v.optional(
			v.picklist(editReasons, `reason must be ${editReasons.join(" or ")}`),
			"correction",
		),
		editKey: v.optional(
			v.pipe(
				v.nullable(v.pipe(v.string(), v.maxLength(textLength.idempotencyKey))),
				v.description("used by the dashboard: the key of the last edit that the page showed"),
			),
		),
	},
	"Each change must be an object",
);

const note = v.pipe(
	optionalText(textLength.stockNote),
	v.description("for the stock history"),
	v.transform((value) => value || null),
);

export const productChangesSchema = v.object({
	changes: v.pipe(
		v.array(changeSchema, "changes must be a list"),
		v.minLength(1, "There is nothing to change"),
		v.maxLength(productChangesMax, `At most ${productChangesMax} products`),
		v.check(
			(changes) => new Set(changes.map(({ id }) => id)).size === changes.length,
			"Each product can be changed only once",
		),
	),
	note,
});

export type ProductChange = v.InferOutput<typeof changeSchema>;
