import * as v from "valibot";
import { textLength } from "../limits.ts";
import { required } from "../messages.ts";
import { centsFromDollars } from "../money.ts";
import { text } from "./fields.ts";

/** `POST /create-payment-intent`: `price` is the order's total in dollars, compared and never trusted. */
export const paymentIntentSchema = v.object({
	price: v.pipe(
		v.union([v.number(), v.string()], required.price),
		v.description("dollars"),
		v.transform(centsFromDollars),
		v.number("price must be an amount in dollars"),
	),
	order: v.optional(text(required.order, textLength.id)),
});
