import * as v from "valibot";
import { mapDelivery } from "../delivery.ts";
import { errors, fillMessage } from "../errors.ts";
import { textLength } from "../limits.ts";
import { invalid } from "../messages.ts";
import { optionalText, pieces, text } from "./fields.ts";

const delivery = mapDelivery(
	(_, { missing, max }): v.GenericSchema<unknown, string> =>
		missing ? text(missing, max) : optionalText(max),
);

/** The purchase form; name and email come from the account (specification.md §2 "Purchase"). */
export const purchaseSchema = v.object({ quantity: pieces, ...delivery });

/** The purchase form of one product, for the browser; `placeOrder` checks the stock again. */
export const purchaseSchemaOf = ({ minimum, quantity }: { minimum: number; quantity: number }) =>
	v.object({
		...purchaseSchema.entries,
		quantity: v.pipe(
			pieces,
			v.minValue(minimum, fillMessage(errors.below_minimum.message, { minimum })),
			v.maxValue(quantity, ({ input }) =>
				fillMessage(errors.insufficient_stock.message, { quantity: input }),
			),
		),
	});

/** RFC draft "The Idempotency-Key HTTP Header Field". */
export const idempotencyKeySchema = v.pipe(
	v.string(),
	v.regex(/^[\x21-\x7e]+$/, invalid.idempotencyKey),
	v.maxLength(textLength.idempotencyKey, invalid.idempotencyKey),
);
