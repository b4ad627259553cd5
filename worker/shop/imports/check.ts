import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { fieldError, ShopError } from "#contract/errors.ts";
import { type ImportState, importKindNames } from "#contract/imports.ts";
import { textLength } from "#contract/limits.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { enforceRateLimit } from "#worker/auth/rate-limits.ts";
import { createId } from "#worker/auth/tokens.ts";
import { retry, retryBatch } from "#worker/db/retry.ts";
import { importParts, importRows, imports, products } from "#worker/db/schema.ts";
import { fullColumns, isDraft, isPublishedOrDraft } from "../catalogue/read.ts";
import { restoreLeadingZeros } from "../catalogue/search-text.ts";
import type { ShopContext } from "../context.ts";
import { noCase } from "../list-queries.ts";
import {
	type Catalogue,
	type ComparedRow,
	createComparison,
	getCellsByColumn,
	type StoredProduct,
	toPartNumberKey,
} from "./compare.ts";
import {
	decodeFile,
	type FileColumn,
	type FileRow,
	hasNul,
	matchHeadings,
	type ParsedFile,
	parseFile,
} from "./file.ts";
import { type Import, requireImport } from "./read.ts";

/**
 * Maximum length in characters of a part of a file, and of the rows in one statement. A character takes up to 3 bytes in UTF-8, and D1
 * allows 2 MB per value.
 */
const maxValueLength = 600_000;
const rowsPerQuery = 500;

const isCurrentCheck = (id: string, checkKey: string) =>
	and(eq(imports.id, id), eq(imports.checkKey, checkKey), eq(imports.state, "checking"));

/** Reads only the products that the rows refer to. */
async function readCatalogue(
	{ db }: ShopContext,
	columns: FileColumn[],
	rows: FileRow[],
): Promise<Catalogue> {
	const cellsOfRows = rows.map((row) => getCellsByColumn(columns, row.cells));
	const ids = cellsOfRows.flatMap((cells) => cells.get("id") ?? []);
	const partNumbers = cellsOfRows.flatMap((cells) => {
		const partNumber = cells.get("partNumber");
		return partNumber === undefined
			? []
			: [toPartNumberKey(partNumber), ...restoreLeadingZeros(partNumber)];
	});
	const selectProducts = (...conditions: (SQL | undefined)[]) =>
		db
			.select({ ...fullColumns, editKey: products.editKey })
			.from(products)
			.where(and(...conditions));
	const selectValues = (values: string[]) => {
		const possibleValues = values.filter(({ length }) => length <= textLength.id);
		return sql`(select value from json_each(${JSON.stringify(possibleValues)}))`;
	};
	const hasPartNumber = sql`${noCase(products.partNumber)} in ${selectValues(partNumbers)}`;
	const [productsWithId, drafts, published] = await retryBatch(db, [
		selectProducts(sql`${products.id} in ${selectValues(ids)}`, isPublishedOrDraft),
		selectProducts(isDraft, hasPartNumber),
		selectProducts(isNull(products.deletedAt), hasPartNumber),
	]);
	const productsWithPartNumber = [...drafts, ...published];
	const mapBy = (list: StoredProduct[], getKey: (product: StoredProduct) => string) =>
		new Map(list.map((product) => [getKey(product), product]));
	return {
		byId: mapBy(productsWithId, ({ id }) => id),
		byPartNumber: mapBy(productsWithPartNumber, ({ partNumber }) =>
			toPartNumberKey(partNumber ?? ""),
		),
	};
}

/** Stores rows, unless a later comparison has started. Idempotent. */
const insertRows = ({ db }: ShopContext, id: string, checkKey: string, rows: string[]) =>
	retry(() =>
		db
			.insert(importRows)
			.select(
				sql`select ${id}, value ->> 'row', value ->> 'line', value ->> 'kind', value ->> 'label', value ->> 'productId',
					value ->> 'editKey', value -> 'next', value -> 'previous', value -> 'issues'
				from json_each(${`[${rows.join(",")}]`})
				where exists (select 1 from ${imports} where ${isCurrentCheck(id, checkKey)})`,
			)
			.onConflictDoNothing(),
	);

function createRowBuffer(shop: ShopContext, id: string, checkKey: string) {
	let pendingRows: string[] = [];
	let pendingLength = 0;
	const flush = async () => {
		if (pendingRows.length > 0) await insertRows(shop, id, checkKey, pendingRows);
		[pendingRows, pendingLength] = [[], 0];
	};
	const add = async (row: ComparedRow) => {
		const json = JSON.stringify(row);
		if (pendingLength + json.length > maxValueLength) await flush();
		pendingRows.push(json);
		pendingLength += json.length + 1;
	};
	return { add, flush };
}

async function compareRows(
	shop: ShopContext,
	file: ParsedFile,
	columns: FileColumn[],
	{ id, checkKey }: { id: string; checkKey: string },
) {
	const counts = importKindNames.map(() => 0);
	const compare = createComparison(shop, columns);
	const rowBuffer = createRowBuffer(shop, id, checkKey);
	const compareChunk = async (rows: FileRow[]) => {
		const catalogue = await readCatalogue(shop, columns, rows);
		for (const row of rows) {
			const compared = compare(row, catalogue);
			counts[compared.kind] = (counts[compared.kind] ?? 0) + 1;
			await rowBuffer.add(compared);
		}
	};
	let chunk: FileRow[] = [];
	for (const row of file.rows()) {
		chunk.push(row);
		if (chunk.length < rowsPerQuery) continue;
		await compareChunk(chunk);
		chunk = [];
	}
	if (chunk.length > 0) await compareChunk(chunk);
	await rowBuffer.flush();
	return Object.fromEntries(importKindNames.map((kind, index) => [kind, counts[index] ?? 0]));
}

/**
 * Compares the file with the catalog, row by row, and stores the changes without applying them. An interrupted import keeps the state
 * "checking" and can be checked again.
 */
async function checkImport(shop: ShopContext, id: string, content: string, columns: FileColumn[]) {
	const { db } = shop;
	const checkKey = createId();
	const checkableStates: ImportState[] = ["checking", "ready"];
	const isCheckable = and(eq(imports.id, id), sql`${imports.state} in ${checkableStates}`);
	await retryBatch(db, [
		db
			.delete(importRows)
			.where(
				and(
					eq(importRows.importId, id),
					sql`exists (select 1 from ${imports} where ${isCheckable})`,
				),
			),
		db
			.update(imports)
			.set({ state: "checking", checkKey, columns, updatedAt: new Date(), rows: 0 })
			.where(isCheckable),
	]);
	// Without a column that identifies products, no row can be compared, and all counts are 0.
	const hasIdentifier = columns.includes("id") || columns.includes("partNumber");
	const counts = hasIdentifier
		? await compareRows(shop, parseFile(content), columns, { id, checkKey })
		: {};
	const { error = 0, new: added = 0, changed = 0, unmatched = 0, unchanged = 0 } = counts;
	const rows = error + added + changed + unmatched + unchanged;
	await retry(() =>
		db
			.update(imports)
			.set({
				state: "ready",
				updatedAt: new Date(),
				rows,
				errors: error,
				added,
				changed,
				unmatched,
				unchanged,
			})
			.where(isCurrentCheck(id, checkKey)),
	);
}

function splitText(text: string): string[] {
	const parts: string[] = [];
	for (let start = 0; start < text.length; ) {
		const end = start + maxValueLength;
		const splitsSurrogatePair = /[\ud800-\udbff]/.test(text[end - 1] ?? "");
		parts.push(text.slice(start, splitsSurrogatePair ? end - 1 : end));
		start = splitsSurrogatePair ? end - 1 : end;
	}
	return parts;
}

/**
 * Stores a file and compares it with the catalog.
 * @returns the import's ID
 * @throws ShopError 401, 403 or 429; 415 if the file is not text; 400 if it has no headings or no rows
 */
export async function createImport(
	shop: ShopContext,
	file: { name: string; bytes: Uint8Array },
): Promise<string> {
	const { id: userId } = requireCapability(shop, "products:write");
	await enforceRateLimit(shop.env, "upload", userId);
	const content = decodeFile(file.bytes);
	if (hasNul(content)) throw new ShopError("not_a_text_file");
	const { headings, rows } = parseFile(content);
	if (rows().next().done) throw fieldError("file", "The file has no rows below its first line");
	const columns = matchHeadings(headings);
	const id = createId();
	const { db } = shop;
	const parts = splitText(content);
	const row = {
		id,
		name: file.name,
		headings: headings.map((heading) => heading.slice(0, textLength.name)),
		columns,
		checkKey: id,
		parts: parts.length,
	};
	await retry(() =>
		db
			.insert(imports)
			.values({ ...row, updatedAt: new Date() })
			.onConflictDoNothing(),
	);
	for (const [part, text] of parts.entries()) {
		await retry(() =>
			db.insert(importParts).values({ importId: id, part, text }).onConflictDoNothing(),
		);
	}
	await checkImport(shop, id, content, columns);
	return id;
}

/**
 * Compares the file of an import again.
 * @param columns - the product column of each heading; by default, the same as before
 * @throws ShopError 401, 403 or 404; 409 if the import is being applied or has ended
 */
export async function recheckImport(
	shop: ShopContext,
	id: string,
	columns?: FileColumn[],
): Promise<Import> {
	requireCapability(shop, "products:write");
	const { db } = shop;
	const [[importRecord], parts] = await retryBatch(db, [
		db.select().from(imports).where(eq(imports.id, id)),
		db
			.select({ text: importParts.text })
			.from(importParts)
			.where(eq(importParts.importId, id))
			.orderBy(asc(importParts.part)),
	]);
	if (!importRecord) throw new ShopError("import_not_found");
	if (importRecord.state !== "checking" && importRecord.state !== "ready")
		throw new ShopError("import_not_ready", {
			reason: "it has already been started or has ended.",
		});
	if (parts.length < importRecord.parts)
		throw new ShopError("import_not_ready", {
			reason: "its upload was interrupted. Upload the file again.",
		});
	const content = parts.map(({ text }) => text).join("");
	if (columns && columns.length !== importRecord.headings.length)
		throw fieldError(
			"columns",
			`Choose a column for each of the ${importRecord.headings.length} headings`,
		);
	const importedColumns = (columns ?? importRecord.columns).filter((column) => column !== "");
	if (new Set(importedColumns).size < importedColumns.length)
		throw fieldError(
			"columns",
			"Two columns of the file are matched to the same field. Ignore one of them",
		);
	await checkImport(shop, id, content, columns ?? importRecord.columns);
	return requireImport(shop, id);
}
