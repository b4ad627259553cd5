import * as v from "valibot";
import { basketLinesMax, quantityMax, textLength } from "../limits.ts";
import { invalid, requiredMessages } from "../messages.ts";
import { lineResults } from "../quick-order.ts";
import { text, wholeNumber } from "../schemas/fields.ts";
import { defineCall } from "./call.ts";

const toolResponse = v.object({
	toolId: v.string(),
	name: v.string(),
	partNumber: v.nullable(v.string()),
	price: v.nullable(v.number()),
});

export const quickOrderCalls = {
	checkQuickOrder: defineCall("POST", "/quick-order/lines", {
		summary: "Check lines of part numbers or names before ordering",
		note: "Lines for the same tool are merged. A line whose `result` is `found` can be ordered as is. `orderable` is the nearest quantity that can be ordered, `choices` are the tools that the text could mean, and `price` is the unit price at the line's quantity. Changes nothing.",
		access: "anyone",
		body: v.object({
			lines: v.pipe(
				v.array(
					v.object(
						{
							item: text(requiredMessages.partNumberOrName, textLength.name),
							quantity: v.nullish(wholeNumber(requiredMessages.quantity, 1, quantityMax), null),
							toolId: v.nullish(text(requiredMessages.product, textLength.id), null),
						},
						invalid.object,
					),
					requiredMessages.partNumberOrName,
				),
				v.minLength(1, requiredMessages.partNumberOrName),
				v.maxLength(basketLinesMax, `At most ${basketLinesMax} lines`),
			),
		}),
		response: v.object({
			lines: v.array(
				v.object({
					item: v.string(),
					quantity: v.nullable(v.number()),
					result: v.picklist(lineResults),
					message: v.nullable(v.string()),
					tool: v.nullable(toolResponse),
					total: v.nullable(v.number()),
					orderable: v.nullable(v.number()),
					choices: v.array(toolResponse),
				}),
			),
		}),
		errors: ["rate_limited"],
	}),
};
