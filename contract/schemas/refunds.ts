import * as v from "valibot";
import { priceCentsLimits, quantityMax, textLength } from "../limits.ts";
import { normalizeLineBreaks } from "../line-breaks.ts";
import { invalid } from "../messages.ts";
import { centsFromDollars } from "../money.ts";
import { adminRefundReasonKeys } from "../refunds.ts";
import { optionalText, wholeNumber } from "./fields.ts";

const amountCents = v.pipe(
	v.union([v.number(), v.string()], invalid.refundAmount),
	v.description("dollars, at most two decimals"),
	v.transform(centsFromDollars),
	v.number(invalid.refundAmount),
	v.minValue(priceCentsLimits.min, invalid.refundAmount),
	v.maxValue(priceCentsLimits.max, invalid.refundAmount),
);
const pieces = wholeNumber(invalid.refundPieces, 1, quantityMax);
const reason = v.picklist(adminRefundReasonKeys, invalid.refundReason);
/** A repeated request may have other line breaks. */
const note = v.pipe(optionalText(textLength.note), v.transform(normalizeLineBreaks));

/** `POST /orders/{id}/refunds`: `pieces` or `amount`; if both are omitted, the remaining balance. */
export const refundBodySchema = v.pipe(
	v.object({
		pieces: v.optional(pieces),
		amount: v.optional(amountCents),
		restock: v.optional(v.boolean(invalid.restock), false),
		reason,
		note,
	}),
	v.check(
		(body) => body.pieces === undefined || body.amount === undefined,
		invalid.refundPiecesOrAmount,
	),
	v.transform(({ amount, ...body }) => ({ ...body, amountCents: amount })),
);

/** `POST /orders/{id}/restock`, and its form. */
export const restockSchema = v.object({ pieces });

/** `all` is the remaining balance. */
const refundScopes = ["all", "pieces", "amount"] as const;

const formEntries = {
	scope: v.picklist(refundScopes, invalid.refundScope),
	pieces: v.optional(v.string(), ""),
	amount: v.optional(v.string(), ""),
	restock: v.optional(v.string(), ""),
	reason,
	note,
};

const parseField = <Output>(schema: v.GenericSchema<unknown, Output>, value: string) => {
	const { success, output, issues } = v.safeParse(schema, value);
	return success ? { output } : { message: issues[0].message };
};

/** The refund form. Only the field of the chosen scope has to be filled in. */
export const refundFormSchema = v.pipe(
	v.object(formEntries),
	v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
		const fail = (key: "pieces" | "amount", message: string) => {
			addIssue({
				message,
				path: [{ type: "object", origin: "value", input: value, key, value: value[key] }],
			});
			return NEVER;
		};
		const common = { restock: value.restock !== "", reason: value.reason, note: value.note };
		// Without JavaScript, typing into a field does not choose its scope.
		if (value.scope === "all" && `${value.pieces}${value.amount}`.trim() !== "") {
			return fail(value.pieces.trim() ? "pieces" : "amount", invalid.refundScopeMismatch);
		}
		if (value.scope === "all") return common;
		if (value.scope === "pieces") {
			const { output, message } = parseField(pieces, value.pieces);
			return output === undefined ? fail("pieces", message) : { ...common, pieces: output };
		}
		const { output, message } = parseField(amountCents, value.amount);
		return output === undefined ? fail("amount", message) : { ...common, amountCents: output };
	}),
);

export type RefundInput = {
	pieces?: number | undefined;
	amountCents?: number | undefined;
	restock: boolean;
	reason: v.InferOutput<typeof reason>;
	note: string | null;
};
