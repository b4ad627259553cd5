import { centsFromDollars, dollarsFromCents, formatCents } from "#contract/money.ts";
import type { MatchedQuoteLine } from "#worker/shop/quotes/match-lines.ts";
import type { Quote } from "#worker/shop/quotes/read.ts";

/** A line of the form, as typed. `name` and `hint` are for display only. */
export type OfferLine = {
	productId: string;
	name: string;
	hint: string;
	quantity: string;
	price: string;
};

type Values = Record<string, string>;

export const readText = (form: FormData, name: string): string => {
	const value = form.get(name);
	return typeof value === "string" ? value : "";
};

export const readValues = (form: FormData): Values =>
	Object.fromEntries([...form.keys()].map((name) => [name, readText(form, name)]));

/** Formats the total of the lines; "–" while a quantity or price is not a number. */
export function formatTotal(lines: OfferLine[]): string {
	const total = lines.reduce(
		(sum, { quantity, price }) =>
			sum + Number(quantity || Number.NaN) * (centsFromDollars(price) ?? Number.NaN),
		0,
	);
	return Number.isNaN(total) ? "–" : formatCents(total);
}

/** Reads the lines of a submitted form, without the removed ones. Issues of an invalid offer refer to indexes in this list. */
export const readOfferLines = (values: Values): OfferLine[] =>
	Object.keys(values)
		.flatMap((name) => /^product\.(\d+)$/.exec(name)?.[1] ?? [])
		.filter((index) => values[`remove.${index}`] === undefined)
		.map((index) => ({
			productId: values[`product.${index}`] ?? "",
			name: values[`name.${index}`] ?? "",
			hint: values[`hint.${index}`] ?? "",
			quantity: values[`quantity.${index}`] ?? "",
			price: values[`price.${index}`] ?? "",
		}));

const toPrice = (cents: number): string => dollarsFromCents(cents).toFixed(2);

const joinParts = (...parts: (string | null)[]): string => parts.filter(Boolean).join(" · ");

export const createMatchedLine = (line: MatchedQuoteLine): OfferLine => ({
	productId: line.productId,
	name: line.name,
	hint: joinParts(line.partNumber, `List price ${formatCents(line.listCents)}`),
	quantity: String(line.quantity),
	price: toPrice(line.unitPriceCents),
});

export const createQuotedLines = ({ lines }: Quote): OfferLine[] =>
	lines.map(({ productId, name, partNumber, priceCents, pieces, unitPriceCents }) => ({
		productId,
		name,
		hint: joinParts(partNumber, `List price ${formatCents(priceCents)}`),
		quantity: String(pieces),
		price: toPrice(unitPriceCents),
	}));

/** If a tool is already in the offer, only adds the pieces to its line, which keeps its price. Appends all other lines. */
export function mergeOfferLines(lines: OfferLine[], addedLines: OfferLine[]): OfferLine[] {
	const productIds = new Set(lines.map(({ productId }) => productId));
	const addedPieces = new Map(addedLines.map((line) => [line.productId, Number(line.quantity)]));
	const mergedLines = lines.map((line) => {
		const sum = Number(line.quantity) + (addedPieces.get(line.productId) ?? 0);
		return addedPieces.has(line.productId) && sum > 0 ? { ...line, quantity: String(sum) } : line;
	});
	return [...mergedLines, ...addedLines.filter(({ productId }) => !productIds.has(productId))];
}
