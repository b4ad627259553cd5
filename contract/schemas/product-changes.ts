import * as v from "valibot";
import { productChangesMax, textLength } from "../limits.ts";
import { editReasons } from "../stock.ts";
import { optionalText, price, stock, text } from "./fields.ts";

const changeEntries = {
	id: text("id is Required", textLength.id),
	price: v.optional(price),
	expectedPrice: v.optional(price),
	quantity: v.optional(stock),
	expectedQuantity: v.optional(stock),
	reason: v.optional(
		v.picklist(editReasons, `reason must be ${editReasons.join(" or ")}`),
		"correction",
	),
};

const note = v.pipe(
	optionalText(textLength.stockNote),
	v.transform((text) => text || null),
	v.description("for the stock history"),
);

const changeList = <const Schema extends v.GenericSchema<unknown, { id: string }>>(
	change: Schema,
) =>
	v.pipe(
		v.array(change, "changes must be a list"),
		v.minLength(1, "There is nothing to change"),
		v.maxLength(productChangesMax, `At most ${productChangesMax} products`),
		v.check(
			(changes) => new Set(changes.map(({ id }) => id)).size === changes.length,
			"Each product may be changed once",
		),
	);

export const productChangesSchema = v.object({
	changes: changeList(v.object(changeEntries, "Each change must be an object")),
	note,
});

const formChange = v.object({
	...changeEntries,
	/** Identifies the last edit when typing began; null before the first. */
	editKey: v.nullable(v.pipe(v.string(), v.maxLength(textLength.idempotencyKey))),
});

/** Of the table: `changes` is JSON. */
export const productChangesFormSchema = v.object({
	changes: v.pipe(v.string(), v.parseJson(), changeList(formChange)),
	key: v.pipe(v.string(), v.maxLength(textLength.idempotencyKey)),
	note,
});

type FormChange = v.InferOutput<typeof formChange>;
export type ProductChange = Omit<FormChange, "editKey"> & Partial<Pick<FormChange, "editKey">>;
