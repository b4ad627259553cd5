import * as v from "valibot";
import { dayMs, endOfDay } from "../days.ts";
import { offerDays, quoteLinesMax, quoteTextMax, textLength } from "../limits.ts";
import { invalid, requiredMessages } from "../messages.ts";
import { optionalText, orderQuantity, price, text } from "./fields.ts";
import { idempotencyKeySchema } from "./idempotency-key.ts";

/** A day such as 2026-12-31, as a date field submits it. */
const day = (maxDays: number) =>
	v.pipe(
		v.string(invalid.day),
		v.isoDate(invalid.day),
		v.check((value) => !Number.isNaN(Date.parse(value)), invalid.day),
		// Somewhere on earth it is still the day before.
		v.check((value) => Date.parse(value) > Date.now() - 2 * dayMs, invalid.dayPassed),
		v.check((value) => Date.parse(value) < Date.now() + maxDays * dayMs, invalid.dayTooLate),
	);

export const quoteRequestSchema = v.pipe(
	v.object({
		tools: optionalText(quoteTextMax),
		message: optionalText(textLength.quoteMessage),
		company: optionalText(textLength.company),
		phone: optionalText(textLength.phone),
		neededBy: v.pipe(
			v.optional(v.union([v.literal(""), day(10 * 365)], invalid.day), ""),
			v.transform((value) => value || null),
		),
	}),
	v.forward(
		v.partialCheck(
			[["tools"], ["message"]],
			({ tools, message }) => tools !== "" || message !== "",
			requiredMessages.quoteTools,
		),
		["tools"],
	),
);

/** The hidden field of the request form. */
export const quoteFormKeySchema = v.object({ formKey: idempotencyKeySchema });

export type QuoteRequest = v.InferOutput<typeof quoteRequestSchema>;

/** The revision of the offer that the client has seen; 0 if there was none. */
export const revision = v.pipe(
	v.union([v.number(), v.string()], invalid.wholeNumber),
	v.transform(Number),
	v.number(invalid.wholeNumber),
	v.integer(invalid.wholeNumber),
	v.minValue(0, invalid.wholeNumber),
);

/** `expiresAt`: the end of `validUntil`, the last day of the offer, in every time zone. */
export const quoteOfferSchema = v.pipe(
	v.object({
		lines: v.pipe(
			v.array(
				v.object(
					{ toolId: text("toolId is Required", textLength.id), quantity: orderQuantity, price },
					invalid.object,
				),
				"lines must be a list",
			),
			v.minLength(1, requiredMessages.quoteLines),
			v.maxLength(quoteLinesMax, invalid.quoteLines),
		),
		validUntil: v.pipe(
			day(offerDays.max),
			v.check((value) => endOfDay(Date.parse(value)).getTime() > Date.now(), invalid.dayPassed),
		),
		note: optionalText(textLength.quoteMessage),
		/** If omitted, any existing offer is replaced. */
		revision: v.optional(revision),
	}),
	v.transform(({ validUntil, ...offer }) => ({
		...offer,
		expiresAt: endOfDay(Date.parse(validUntil)),
	})),
);

export type QuoteOffer = v.InferOutput<typeof quoteOfferSchema>;
