import * as v from "valibot";
import { priceBreaksMax, quantityMax } from "../limits.ts";
import { invalid, requiredMessages } from "../messages.ts";
import { centsFromDollars, dollarsFromCents } from "../money.ts";
import type { PriceBreak } from "../price-breaks.ts";
import { findBreakIssues, findPriceIssue } from "../price-list-issues.ts";
import { price, wholeNumber } from "./fields.ts";

const cell = v.optional(v.union([v.number(), v.string()], invalid.priceBreaks), "");

const rowSchema = v.object({
	quantity: wholeNumber(requiredMessages.quantity, 2, quantityMax),
	price,
});

/** An empty row of a form becomes null. */
const optionalRow = v.pipe(
	v.object({ quantity: cell, price: cell }, invalid.priceBreaks),
	v.transform((cells) => {
		const isEmpty = [cells.quantity, cells.price].every((text) => String(text).trim() === "");
		return isEmpty ? null : cells;
	}),
	v.nullable(rowSchema),
);

export const priceBreaks = v.pipe(
	v.array(optionalRow, invalid.priceBreaks),
	v.maxLength(priceBreaksMax, invalid.priceBreaks),
	v.description(
		`at most ${priceBreaksMax} rows \`{ quantity, price }\`: the unit price from that quantity on; each has a higher quantity and a lower price than the previous row`,
	),
);

export const orderMultiple = v.pipe(
	wholeNumber(requiredMessages.carton, 1, quantityMax),
	v.description(
		"pieces per carton, of which orders and the minimum must be multiples; 1 if not sold in cartons",
	),
);

type Row = v.InferOutput<typeof rowSchema>;

export const toBreaks = (rows: readonly (Row | null)[]): PriceBreak[] =>
	rows.flatMap((row) => (row ? [[row.quantity, row.price] as const] : []));

type Prices = {
	price: number;
	minimum: number;
	orderMultiple?: number | undefined;
	priceBreaks?: (Row | null)[] | undefined;
};

/** Rejects inconsistent prices. If an edit omits price breaks or carton size, the database checks it against the current ones. */
export const checkPrices = <Input extends Prices>() =>
	v.rawCheck<Input>(({ dataset, addIssue }) => {
		if (!dataset.typed) return;
		const { value } = dataset;
		const { price: priceCents, minimum, orderMultiple = 1, priceBreaks: rows = [] } = value;
		const priceList = { priceCents, minimum, orderMultiple, priceBreaks: toBreaks(rows) };
		const positions = rows.flatMap((row, index) => (row ? [index] : []));
		const object = { type: "object", origin: "value", input: { ...value } } as const;
		for (const { index, part, message } of findBreakIssues(priceList)) {
			const position = positions[index] ?? index;
			addIssue({
				message,
				path: [
					{ ...object, key: "priceBreaks", value: rows },
					{ type: "array", origin: "value", input: rows, key: position, value: rows[position] },
					{ ...object, key: part, value: null },
				],
			});
		}
		const issue = findPriceIssue({ ...priceList, priceBreaks: [] });
		if (issue)
			addIssue({ message: issue.message, path: [{ ...object, key: issue.field, value: null }] });
	});

const linePattern = /^(\d{1,7})\s*(?:\+|:|\s)\s*\$?\s*(\S+)$/;

const parseRow = (line: string) => {
	const [, quantity = "", dollars = ""] = linePattern.exec(line) ?? [];
	return [Number(quantity), centsFromDollars(dollars) ?? 0] as const;
};

/** Price breaks as the text of a spreadsheet cell: "50+ 4.60; 100+ 4.30", or "none". */
export const priceBreaksText = v.pipe(
	v.string(),
	v.transform((text) =>
		text.trim().toLowerCase() === "none"
			? []
			: text
					.split(/[;\n]/)
					.map((line) => line.trim())
					.filter(Boolean)
					.map(parseRow),
	),
	v.array(
		v.pipe(
			v.custom<PriceBreak>(Array.isArray),
			v.check(
				([quantity, cents]) => quantity >= 2 && quantity <= quantityMax && cents > 0,
				invalid.priceBreaksText,
			),
		),
	),
	v.maxLength(priceBreaksMax, invalid.priceBreaks),
);

export const formatBreaksText = (breaks: readonly PriceBreak[]): string =>
	breaks
		.map(([quantity, cents]) => `${quantity}+ ${dollarsFromCents(cents).toFixed(2)}`)
		.join("; ");
