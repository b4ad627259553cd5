import * as v from "valibot";
import { textLength } from "#contract/limits.ts";
import { invalid, required } from "#contract/messages.ts";
import { text } from "#contract/schemas/fields.ts";

/** What a button in a row of orders posts: whose row it is. */
export const chosenOrder = v.object({ order: text(required.order, textLength.id) });

/** What an admin does with an order. */
export const orderTask = v.object({
	...chosenOrder.entries,
	task: v.picklist(["shift", "remove"], invalid.input),
});
