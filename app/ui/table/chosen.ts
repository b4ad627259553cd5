import * as v from "valibot";
import { textLength } from "#contract/limits.ts";
import { invalid, required } from "#contract/messages.ts";
import { email, stock, text } from "#contract/schemas/fields.ts";

const id = text(invalid.input, textLength.id);

/** What the buttons in the rows of the dashboard's tables post: whose row it is, and what is to be done with it. */
export const chosenOrder = v.object({ order: text(required.order, textLength.id) });
export const chosenProduct = v.object({ product: id });

export const orderTask = v.object({
	...chosenOrder.entries,
	task: v.picklist(["shift", "remove"], invalid.input),
});

export const reviewTask = v.object({
	review: id,
	task: v.picklist(["hide", "show", "remove"], invalid.input),
});

/** A new stock of a product, with the stock and the last change that the admin saw. */
export const restockTask = v.pipe(
	v.object({
		...chosenProduct.entries,
		quantity: stock,
		seen: stock,
		editKey: v.pipe(v.string(), v.maxLength(textLength.idempotencyKey, invalid.input)),
	}),
	v.transform(({ product, editKey, ...pieces }) => ({
		product,
		wish: { ...pieces, editKey: editKey || null },
	})),
);

export const userTask = v.object({
	email,
	task: v.picklist(["promote", "remove"], invalid.input),
});
