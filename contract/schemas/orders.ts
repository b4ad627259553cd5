import * as v from "valibot";
import { mapDelivery } from "../delivery.ts";
import { errors, fillMessage } from "../errors.ts";
import { textLength } from "../limits.ts";
import { invalid, required } from "../messages.ts";
import { delivery, email, pieces, text } from "./fields.ts";

/** The purchase form; name and email come from the account (specification.md §2 "Purchase"). */
export const purchaseSchema = v.object({ quantity: pieces, ...delivery });

/** The purchase form of one product, for the browser; `placeOrder` says the same of the stock as it then is. */
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

/** `POST /orders`. toolName and toolPrice are accepted and ignored: both are copied from the product. */
export const orderSchema = v.object({
	toolId: text("toolId is Required", textLength.id),
	email,
	...purchaseSchema.entries,
});

/** RFC draft "The Idempotency-Key HTTP Header Field". */
export const idempotencyKeySchema = v.pipe(
	v.string(),
	v.regex(/^[\x21-\x7e]+$/, invalid.idempotencyKey),
	v.maxLength(textLength.idempotencyKey, invalid.idempotencyKey),
);

/** `PATCH /orders/{id}`: `order` is the order's id, `transactionID` the payment intent's. */
export const settleSchema = v.object({
	order: v.optional(text(required.order, textLength.id)),
	transactionID: text(required.transaction, textLength.id),
});

/** An order as the calls answer it; `toolPrice` in dollars per piece. */
export const orderAnswer = v.object({
	_id: v.string(),
	toolName: v.string(),
	toolId: v.string(),
	toolPrice: v.number(),
	name: v.string(),
	email: v.string(),
	quantity: v.number(),
	...mapDelivery(() => v.string()),
	paid: v.boolean(),
	shift: v.boolean(),
	transactionId: v.nullable(v.string()),
});

export type Purchase = v.InferOutput<typeof purchaseSchema>;
export type OrderAnswer = v.InferOutput<typeof orderAnswer>;
