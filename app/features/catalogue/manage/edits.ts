import { createContext } from "react";
import { priceCentsLimits, quantityMax } from "#contract/limits.ts";
import { outOfRange } from "#contract/messages.ts";
import { centsFromDollars, dollarsFromCents, formatCents } from "#contract/money.ts";
import { formatInteger } from "#contract/numbers.ts";
import { findPriceIssue } from "#contract/price-list-issues.ts";
import type { EditReason } from "#contract/stock.ts";
import type { ProductRow } from "#worker/shop/catalogue/product-table.ts";

export type EditField = "price" | "stock";

/**
 * `base` is the row as it was when editing began. Its stock is sent as `expectedQuantity`, so that the server changes the stock only by the
 * difference, and sales made since then still count.
 */
export type Draft = { base: ProductRow; texts: Partial<Record<EditField, string>> };
export type Drafts = ReadonlyMap<string, Draft>;

export const getSavedText = (row: ProductRow, field: EditField): string =>
	field === "price" ? dollarsFromCents(row.priceCents).toFixed(2) : String(row.quantity);

type StockEdit = { quantity: number; reason: EditReason };

/**
 * "+20" is a delivery of 20 pieces; "-3" and "140" are corrections.
 * @returns null for any other text
 */
export function parseStock(text: string, { quantity }: ProductRow): StockEdit | null {
	const [, sign, digits] = /^([+−-]?)\s?(\d{1,7})$/.exec(text.trim().replaceAll(",", "")) ?? [];
	if (digits === undefined) return null;
	const pieces = Number(digits);
	if (sign === "+") return { quantity: quantity + pieces, reason: "delivery" };
	return { quantity: sign ? quantity - pieces : pieces, reason: "correction" };
}

function findPriceError(text: string, base: ProductRow): string | null {
	const cents = centsFromDollars(text);
	if (cents === null) return "Enter a price, such as 45.90";
	const isValid = cents >= priceCentsLimits.min && cents <= priceCentsLimits.max;
	if (!isValid) return "Enter a price from 0.01 to 999,999.99";
	return findPriceIssue({ ...base, priceCents: cents })?.message ?? null;
}

function findStockError(text: string, base: ProductRow): string | null {
	const stock = parseStock(text, base);
	if (!stock) return "Enter a number, such as 140 or +20";
	const isValid = stock.quantity >= 0 && stock.quantity <= quantityMax;
	return isValid ? null : outOfRange(0, quantityMax);
}

export const findTextError = ({ base, texts }: Draft, field: EditField): string | null => {
	const text = texts[field];
	if (text === undefined) return null;
	return field === "price" ? findPriceError(text, base) : findStockError(text, base);
};

const isSavedValue = (field: EditField, text: string, base: ProductRow): boolean =>
	field === "price"
		? centsFromDollars(text) === base.priceCents
		: parseStock(text, base)?.quantity === base.quantity;

const fields: EditField[] = ["price", "stock"];

export const isChanged = ({ base, texts }: Draft, field: EditField): boolean => {
	const text = texts[field];
	return text !== undefined && !isSavedValue(field, text, base);
};

/** Returns the drafts with the text of one field replaced. A text equal to the saved value removes the field's draft. */
export function withText(drafts: Drafts, row: ProductRow, field: EditField, text: string): Drafts {
	const { base, texts } = drafts.get(row.id) ?? { base: row, texts: {} };
	const { [field]: _, ...others } = texts;
	const newTexts = text === getSavedText(base, field) ? others : { ...others, [field]: text };
	const result = new Map(drafts);
	if (Object.keys(newTexts).length === 0) result.delete(row.id);
	else result.set(row.id, { base, texts: newTexts });
	return result;
}

/** Returns a message if another admin has edited the product since this edit began. */
export function describeConflict(
	row: ProductRow,
	{ base, texts }: Draft,
	field: EditField,
): string | null {
	if (row.editKey === base.editKey || texts[field] === undefined) return null;
	const currentValue =
		field === "price" ? formatCents(row.priceCents) : `${formatInteger(row.quantity)} in stock`;
	return `Edited elsewhere: now ${currentValue}.`;
}

export const countChanges = (drafts: Drafts): number =>
	[...drafts.values()].flatMap((draft) => fields.filter((field) => isChanged(draft, field))).length;

export const hasInvalidText = (drafts: Drafts): boolean =>
	[...drafts.values()].some((draft) => fields.some((field) => findTextError(draft, field)));

type Edits = {
	drafts: Drafts;
	/** Keyed by "<product id>.<field>". */
	errors: ReadonlyMap<string, string>;
	/** Whether changes are being saved. A change typed in the meantime would be lost or saved twice. */
	isBusy: boolean;
	setText: (row: ProductRow, field: EditField, text: string) => void;
	/** Called with each row that the page shows. It may be older than the database's. */
	onRowShown: (row: ProductRow) => void;
	save: () => void;
};

export const EditsContext = createContext<Edits>({
	drafts: new Map(),
	errors: new Map(),
	isBusy: false,
	setText: () => undefined,
	onRowShown: () => undefined,
	save: () => undefined,
});
