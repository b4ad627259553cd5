import { type ImportIssue, type ImportKind, importKindNames } from "#contract/imports.ts";
import { textLength } from "#contract/limits.ts";
import { normalizeLineBreaks } from "#contract/line-breaks.ts";
import { findBreakIssues, findPriceIssue } from "#contract/price-list-issues.ts";
import type { ProductColumn } from "#contract/product-columns.ts";
import { createId } from "#worker/auth/tokens.ts";
import type { ImportValues } from "#worker/db/schema.ts";
import { toProductCells } from "../catalogue/export.ts";
import type { FullProduct } from "../catalogue/read.ts";
import { restoreLeadingZeros } from "../catalogue/search-text.ts";
import type { ShopContext } from "../context.ts";
import { toImagePath } from "../images/store.ts";
import {
	lacksLeadingZeros,
	parseCell,
	productFields,
	requiredColumns,
	type ValueColumn,
} from "./cells.ts";
import type { FileColumn, FileRow } from "./file.ts";

export type StoredProduct = FullProduct & { editKey: string | null };

/** Published products and drafts, by ID and by `toPartNumberKey`. */
export type Catalogue = {
	byId: Map<string, StoredProduct>;
	byPartNumber: Map<string, StoredProduct>;
};

/** A row as it is stored (`import_rows`). */
export type ComparedRow = {
	row: number;
	line: number;
	kind: number;
	label: string;
	productId: string | null;
	editKey: string | null;
	next: ImportValues;
	previous: ImportValues;
	issues: ImportIssue[];
};

const toKindNumber = (kind: ImportKind): number => importKindNames.indexOf(kind);

export const toPartNumberKey = (partNumber: string): string =>
	partNumber.replace(/\s+/g, " ").toLowerCase();

/** Returns the cells that are not empty, by their column. */
export function getCellsByColumn(
	columns: FileColumn[],
	cells: string[],
): Map<ProductColumn, string> {
	const entries = columns.flatMap((column, index) => {
		const cell = cells[index] ?? "";
		return column === "" || cell === "" ? [] : [[column, cell] as const];
	});
	return new Map(entries);
}

/** Returns a function that compares each row of a file. Call it once per row, because a repeated row is an error. */
export function createComparison(shop: Pick<ShopContext, "origin">, columns: FileColumn[]) {
	/** The line in which each part number or tool first appeared. */
	const firstLineByKey = new Map<string, number>();
	const missingColumns = requiredColumns.filter(([column]) => !columns.includes(column));

	function findDuplicate(column: "id" | "partNumber", key: string, line: number): ImportIssue[] {
		const columnKey = `${column} ${key}`;
		const firstLine = firstLineByKey.get(columnKey);
		if (firstLine === undefined) {
			firstLineByKey.set(columnKey, line);
			return [];
		}
		const message = `Line ${firstLine} has the same ${column === "id" ? "tool" : "part number"}. Delete one of the two rows`;
		return [{ column, message }];
	}

	/** Parses the cells that differ from the current ones. A new product has no current cells. */
	function parseChangedCells(
		cells: Map<ProductColumn, string>,
		currentCells: Partial<Record<ProductColumn, string>>,
	) {
		const values: Map<ValueColumn, unknown> = new Map();
		const issues: ImportIssue[] = [];
		for (const [column, cell] of cells) {
			if (column === "id" || normalizeLineBreaks(cell) === currentCells[column]?.trim()) continue;
			if (column === "partNumber" && lacksLeadingZeros(cell, currentCells.partNumber ?? "")) {
				const message = `The spreadsheet has removed the zeros from ${currentCells.partNumber}. Ignore this column, or format it as text and enter the number again`;
				issues.push({ column, message });
				continue;
			}
			const parsed = parseCell(column, cell);
			if ("message" in parsed) issues.push({ column, message: parsed.message });
			else if (column === "img") values.set(column, toImagePath(shop, String(parsed.value)));
			else values.set(column, parsed.value);
		}
		return { values, issues };
	}

	function findProduct(cells: Map<ProductColumn, string>, { byId, byPartNumber }: Catalogue) {
		const [id, partNumber] = [cells.get("id"), cells.get("partNumber")];
		const productWithNumber =
			partNumber === undefined ? undefined : byPartNumber.get(toPartNumberKey(partNumber));
		const issues: ImportIssue[] = [];
		if (id === undefined) {
			const [longerNumber] = productWithNumber
				? []
				: restoreLeadingZeros(partNumber ?? "").flatMap(
						(number) => byPartNumber.get(number)?.partNumber ?? [],
					);
			if (longerNumber) {
				const message = `The shop has ${longerNumber}, and spreadsheets remove such zeros. Format the column as text and enter the number again, or add the tool under Add Products if it is another one`;
				issues.push({ column: "partNumber", message });
			}
			return { product: productWithNumber, issues };
		}
		const product = byId.get(id);
		if (!product) {
			const message = "No tool has this ID. Clear the cell to find the tool by its part number";
			issues.push({ column: "id", message });
		} else if (productWithNumber && productWithNumber.id !== id) {
			const message = `This part number belongs to ${productWithNumber.name}`;
			issues.push({ column: "partNumber", message });
		}
		return { product, issues };
	}

	return (fileRow: FileRow, catalogue: Catalogue): ComparedRow => {
		const { row, line } = fileRow;
		const cells = getCellsByColumn(columns, fileRow.cells);
		const [id, partNumber] = [cells.get("id"), cells.get("partNumber")];
		const { product, issues } = findProduct(cells, catalogue);
		const result: ComparedRow = {
			row,
			line,
			kind: toKindNumber("error"),
			label: (cells.get("name") ?? product?.name ?? partNumber ?? id ?? "").slice(
				0,
				textLength.name,
			),
			productId: product?.id ?? null,
			editKey: product?.editKey ?? null,
			next: {},
			previous: {},
			issues,
		};
		if (fileRow.hasUnclosedQuote)
			issues.push({ column: null, message: "A quotation mark in this line is never closed" });
		else if (fileRow.cells.slice(columns.length).some(Boolean))
			issues.push({
				column: null,
				message: `The line has ${fileRow.cells.length} cells, but the first line has ${columns.length}. Put quotation marks around cells with separators`,
			});
		if (id === undefined && partNumber === undefined)
			issues.push({ column: null, message: "The row needs a part number or an ID" });
		if (partNumber !== undefined)
			issues.push(...findDuplicate("partNumber", toPartNumberKey(partNumber), line));
		if (product && issues.length === 0) issues.push(...findDuplicate("id", product.id, line));
		if (issues.length > 0) return result;
		if (!product && missingColumns.length > 0)
			return { ...result, kind: toKindNumber("unmatched") };

		// A product that was found by its part number keeps its own spelling of the number.
		if (product && id === undefined) cells.delete("partNumber");
		const parsed = parseChangedCells(cells, product ? toProductCells(product) : {});
		issues.push(...parsed.issues);
		if (!product) {
			for (const [column, message] of requiredColumns)
				if (!cells.has(column)) issues.push({ column, message });
		}
		issues.push(...findPriceIssues(product, parsed.values));
		if (issues.length > 0) return result;
		return product
			? { ...result, ...compareValues(product, parsed.values) }
			: {
					...result,
					kind: toKindNumber("new"),
					productId: createId(),
					next: toValues(parsed.values),
				};
	};
}

/**
 * Finds contradictions between the new values and those that the product keeps, such as a price below a price break. Each issue names
 * a column of the file.
 */
function findPriceIssues(
	product: StoredProduct | undefined,
	values: Map<ValueColumn, unknown>,
): ImportIssue[] {
	const { priceCents, ...rest } = { ...product, ...toValues(values) };
	// A new tool whose price cannot be read already has an issue.
	if (priceCents === undefined) return [];
	const { minimum = 1, orderMultiple = 1, priceBreaks = [] } = rest;
	const priceList = { priceCents, minimum, orderMultiple, priceBreaks };
	if (values.has("priceBreaks")) {
		const [breakIssue] = findBreakIssues(priceList);
		if (breakIssue) {
			const { index, part, message } = breakIssue;
			const subject = `The ${part} of row ${index + 1}`;
			return [{ column: "priceBreaks", message: `${subject} ${message.toLowerCase()}` }];
		}
	}
	const issue = findPriceIssue(priceList);
	if (!issue) return [];
	const column =
		values.has(issue.field) || !values.has("orderMultiple") ? issue.field : "orderMultiple";
	const message =
		column === "orderMultiple"
			? issue.message.replace(/^Must/, "The minimum order must")
			: issue.message;
	return [{ column, message }];
}

const toValues = (values: Map<ValueColumn, unknown>): ImportValues =>
	Object.fromEntries(Array.from(values, ([column, value]) => [productFields[column], value]));

function compareValues(product: StoredProduct, values: Map<ValueColumn, unknown>) {
	const changedValues = Array.from(values).filter(
		([column, value]) => JSON.stringify(product[productFields[column]]) !== JSON.stringify(value),
	);
	const previous: ImportValues = Object.fromEntries(
		changedValues.map(([column]) => [productFields[column], product[productFields[column]]]),
	);
	const kind = toKindNumber(changedValues.length > 0 ? "changed" : "unchanged");
	return { kind, next: toValues(new Map(changedValues)), previous };
}
