import * as v from "valibot";
import { categories, categorySlugs } from "#contract/categories.ts";
import { galleryMax } from "#contract/limits.ts";
import { invalid, requiredMessages } from "#contract/messages.ts";
import type { ProductColumn } from "#contract/product-columns.ts";
import { image, minimum, price, stock } from "#contract/schemas/fields.ts";
import { orderMultiple, priceBreaksText } from "#contract/schemas/price-breaks.ts";
import { partNumber, productSchema } from "#contract/schemas/products.ts";
import { specification } from "#contract/schemas/specification.ts";
import type { ImportValues } from "#worker/db/schema.ts";

export type ValueColumn = Exclude<ProductColumn, "id">;

/** Maps each column of a file to its column in `products`. */
export const productFields = {
	partNumber: "partNumber",
	name: "name",
	description: "description",
	price: "priceCents",
	quantity: "quantity",
	minimum: "minimum",
	orderMultiple: "orderMultiple",
	priceBreaks: "priceBreaks",
	category: "category",
	img: "img",
	gallery: "gallery",
	specification: "specification",
} as const satisfies Record<ValueColumn, keyof ImportValues>;

const numberWithSeparators = [
	/\d[,.' ]\d/,
	"Write the number as 1200: without separators or decimals",
] as const;

/** Common mistakes in files from spreadsheets and suppliers, with messages that say how to fix them. */
const commonMistakes: Partial<Record<ValueColumn, readonly [pattern: RegExp, message: string]>> = {
	partNumber: [
		/^\d(?:[.,]\d+)?e\+?\d+$/i,
		"The spreadsheet has rounded this number. Format the column as text, and enter it again",
	],
	price: [
		/[$€£]|USD|\d[,' ]\d/i,
		"Write the price as 1299.00: without a currency sign, thousands separators or a decimal comma",
	],
	quantity: numberWithSeparators,
	minimum: numberWithSeparators,
	orderMultiple: numberWithSeparators,
};

const findCategory = (text: string) =>
	categorySlugs.find((slug) => [slug, categories[slug].toLowerCase()].includes(text.toLowerCase()));

const productEntries = productSchema.pipe[0].entries;

const cellSchemas: Record<ValueColumn, v.GenericSchema<unknown, unknown>> = {
	partNumber,
	name: productEntries.name,
	description: productEntries.decreption,
	price,
	quantity: stock,
	minimum,
	orderMultiple,
	priceBreaks: priceBreaksText,
	category: v.pipe(
		v.string(),
		v.transform(findCategory),
		v.picklist(categorySlugs, `Unknown category. Use one of: ${categorySlugs.join(", ")}`),
	),
	img: image,
	gallery: v.pipe(
		v.string(),
		v.transform((text) => text.split(/\s+/).filter(Boolean)),
		v.array(image),
		v.maxLength(galleryMax, invalid.gallery),
	),
	specification,
};

/** Returns the value of a cell, or a message about how to correct it. The cell must not be empty. */
export function parseCell(
	column: ValueColumn,
	text: string,
): { value: unknown } | { message: string } {
	const [pattern, message = ""] = commonMistakes[column] ?? [];
	if (pattern?.test(text)) return { message };
	const result = v.safeParse(cellSchemas[column], text, { abortEarly: true });
	return result.success ? { value: result.output } : { message: result.issues[0].message };
}

/** Whether the text is the part number without its leading zeros, which spreadsheets remove from numbers. */
export const lacksLeadingZeros = (text: string, partNumber: string): boolean =>
	/^0+[1-9]\d*$/.test(partNumber) && partNumber.replace(/^0+/, "") === text;

/** The columns that a new product must have, each with the message for an empty cell. */
export const requiredColumns: [ValueColumn, string][] = [
	["name", requiredMessages.name],
	["description", "Description is required for a new tool"],
	["price", "Price is required for a new tool"],
	["img", "Image is required for a new tool: an uploaded picture or an https address"],
];
