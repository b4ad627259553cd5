import { and, eq, gt, lte, not, notExists, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type ImportIssue, type ImportKind, importKindNames } from "#contract/imports.ts";
import { quantityMax } from "#contract/limits.ts";
import { formatInteger } from "#contract/numbers.ts";
import { createId } from "#worker/auth/tokens.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { type ImportValues, importRows, imports, products } from "#worker/db/schema.ts";
import { listTag, toolPagesTag } from "../cache-tags.ts";
import { isPublishedOrDraft } from "../catalogue/read.ts";
import { moveStock } from "../catalogue/stock.ts";
import type { ShopContext } from "../context.ts";
import { write } from "../write.ts";
import { createEndStatements } from "./end.ts";
import type { Import } from "./read.ts";

/** A transaction of this many rows takes a few hundredths of a second. */
const rowsPerChunk = 1_000;

const hasKind = (kind: ImportKind) => eq(importRows.kind, importKindNames.indexOf(kind));

/** Selects the new value of a column; null if the row does not change it. */
const selectNewValue = (name: keyof ImportValues) =>
	sql`${importRows.next} ->> ${sql.raw(`'$.${name}'`)}`;
const selectNewJson = (name: keyof ImportValues) =>
	sql`${importRows.next} -> ${sql.raw(`'$.${name}'`)}`;

/** The edit key that a product gets when its row is applied. A later edit replaces it. */
const appliedKey = sql`'import:' || ${importRows.importId} || ':' || ${importRows.row}`;

const isPartNumberFree = (partNumber: SQL) =>
	sql`not exists (select 1 from products as other where other.part_number collate nocase = ${partNumber}
		and other.deleted_at is null and other.id <> ${importRows.productId})
	and not exists (select 1 from products as other where other.part_number collate nocase = ${partNumber}
		and other.draft = 1 and other.id <> ${importRows.productId})`;

/** The quantity in the file minus the stock at the time of the comparison. Adding it to the stock keeps later sales. */
const stockChange = sql`coalesce(${selectNewValue("quantity")} - coalesce(${importRows.previous} ->> '$.quantity', 0), 0)`;

/** Pictures are added and removed without a new edit key, because the product's form would otherwise be rejected after each of them. */
const hasSameGallery = (gallery: SQLWrapper) =>
	sql`coalesce(${importRows.previous} -> '$.gallery', ${gallery}) = ${gallery}`;

/** Sets only the file's columns, so that triggers on other columns do not run. `moveStockOfChunk` changes the stock. */
function createSetters(columns: Import["columns"]): Record<string, SQL> {
	const keepUnlessChanged = (name: keyof ImportValues, value: SQL = selectNewValue(name)) =>
		sql`case when json_type(${importRows.next}, ${sql.raw(`'$.${name}'`)}) is null then ${products[name]} else ${value} end`;
	const setters: Record<Import["columns"][number], Record<string, SQL>> = {
		"": {},
		id: {},
		partNumber: { partNumber: keepUnlessChanged("partNumber") },
		name: { name: keepUnlessChanged("name") },
		description: { description: keepUnlessChanged("description") },
		price: { priceCents: keepUnlessChanged("priceCents") },
		quantity: {},
		minimum: { minimum: keepUnlessChanged("minimum") },
		orderMultiple: { orderMultiple: keepUnlessChanged("orderMultiple") },
		priceBreaks: { priceBreaks: keepUnlessChanged("priceBreaks", selectNewJson("priceBreaks")) },
		category: { category: keepUnlessChanged("category") },
		img: { img: keepUnlessChanged("img") },
		gallery: { gallery: keepUnlessChanged("gallery", selectNewJson("gallery")) },
		specification: {
			specification: keepUnlessChanged("specification", selectNewJson("specification")),
		},
	};
	return Object.assign({ editKey: appliedKey }, ...columns.map((column) => setters[column]));
}

/** The rows after `from`, up to and including `to`. */
type Chunk = { id: string; from: number; to: number; columns: Import["columns"] };

/** Every statement of a chunk has this condition, so that it changes nothing if another request has already applied the chunk. */
const isNextChunk = ({ id, from }: Chunk) =>
	sql`exists (select 1 from imports as current where current.id = ${id} and current.state = 'applying' and current.position = ${from})`;

const inChunk = (chunk: Chunk) =>
	and(
		eq(importRows.importId, chunk.id),
		gt(importRows.row, chunk.from),
		lte(importRows.row, chunk.to),
		isNextChunk(chunk),
	);

const insertProducts = ({ db }: ShopContext, chunk: Chunk, { rows, addsDrafts }: Import) =>
	insertSelect(
		db,
		products,
		{
			id: importRows.productId,
			name: selectNewValue("name"),
			partNumber: selectNewValue("partNumber"),
			description: selectNewValue("description"),
			priceCents: selectNewValue("priceCents"),
			quantity: 0,
			minimum: sql`coalesce(${selectNewValue("minimum")}, 1)`,
			orderMultiple: sql`coalesce(${selectNewValue("orderMultiple")}, 1)`,
			priceBreaks: sql`coalesce(${selectNewJson("priceBreaks")}, '[]')`,
			img: selectNewValue("img"),
			category: sql`coalesce(${selectNewValue("category")}, 'other')`,
			specification: sql`coalesce(${selectNewJson("specification")}, '[]')`,
			gallery: sql`coalesce(${selectNewJson("gallery")}, '[]')`,
			// Each row gets a later time than the one before it, because lists are sorted by age.
			createdAt: sql`${Date.now() - rows} + ${importRows.row}`,
			deletedAt: addsDrafts ? new Date() : null,
			draft: addsDrafts,
			editKey: appliedKey,
		},
		importRows,
		and(inChunk(chunk), hasKind("new"), isPartNumberFree(selectNewValue("partNumber"))),
	).onConflictDoNothing();

function updateProducts({ db }: ShopContext, chunk: Chunk) {
	const changesPartNumbers = chunk.columns.includes("id") && chunk.columns.includes("partNumber");
	const hasFreePartNumber = or(
		sql`${selectNewValue("partNumber")} is null`,
		sql`${selectNewValue("partNumber")} = ${products.partNumber} collate nocase`,
		isPartNumberFree(selectNewValue("partNumber")),
	);
	return db
		.update(products)
		.set(createSetters(chunk.columns))
		.from(importRows)
		.where(
			and(
				inChunk(chunk),
				hasKind("changed"),
				eq(products.id, importRows.productId),
				isPublishedOrDraft,
				sql`${products.editKey} is ${importRows.editKey}`,
				hasSameGallery(products.gallery),
				sql`${products.quantity} + ${stockChange} between 0 and ${quantityMax}`,
				changesPartNumbers ? hasFreePartNumber : undefined,
			),
		);
}

/** Changes the stock of the products that the preceding statements have added or changed. */
const moveStockOfChunk = ({ db }: ShopContext, chunk: Chunk) =>
	moveStock(
		db,
		{
			change: stockChange,
			reason: "import",
			userId: sql`(select current.user_id from imports as current where current.id = ${chunk.id})`,
		},
		and(inChunk(chunk), or(hasKind("new"), hasKind("changed")), eq(products.editKey, appliedKey)),
		sql`${importRows} join ${products} on ${products.id} = ${importRows.productId}`,
	);

const toIssueJson = (message: string) =>
	sql`${JSON.stringify([{ column: null, message }] satisfies ImportIssue[])}`;

/** Selects why a row was not applied, judging by its product's current state. */
const selectSkipIssue = sql`(select case
	when ${hasKind("new")} then ${toIssueJson("A tool with this part number was added in the meantime. Import the row again to change it")}
	when product.id is null or (product.deleted_at is not null and product.draft = 0) then ${toIssueJson("The tool was deleted in the meantime")}
	when product.edit_key is not ${importRows.editKey} or not ${hasSameGallery(sql`product.gallery`)} then ${toIssueJson("Someone changed the tool in the meantime. Import the row again to apply it")}
	when product.quantity + ${stockChange} not between 0 and ${quantityMax} then ${toIssueJson(`The stock would be below 0 or above ${formatInteger(quantityMax)}, because it changed in the meantime`)}
	else ${toIssueJson("The part number belongs to another tool. To swap the part numbers of two tools, import one of them first")} end
	from (select 1) left join products as product on product.id = ${importRows.productId})`;

const markSkipped = ({ db }: ShopContext, chunk: Chunk) =>
	db
		.update(importRows)
		.set({ kind: importKindNames.indexOf("skipped"), issues: selectSkipIssue })
		.where(
			and(
				inChunk(chunk),
				or(hasKind("new"), hasKind("changed")),
				notExists(
					db
						.select({ id: products.id })
						.from(products)
						.where(and(eq(products.id, importRows.productId), eq(products.editKey, appliedKey))),
				),
			),
		);

const countRows = ({ id, from, to }: Chunk, where: SQL | undefined) =>
	sql`(select count(*) from ${importRows} where ${importRows.importId} = ${id} and ${importRows.row} > ${from}
		and ${importRows.row} <= ${to} and ${where})`;

const isSkipped = hasKind("skipped");
/** A new tool has no previous values. */
const isNewTool = sql`${importRows.previous} = '{}'`;

/** Applies the next rows. The same transaction advances `position`, so that applying these rows again changes nothing. */
export async function applyChunk(shop: ShopContext, importRecord: Import): Promise<void> {
	const { db } = shop;
	const { id, position: from, rows, columns } = importRecord;
	const to = Math.min(from + rowsPerChunk, rows);
	const chunk: Chunk = { id, from, to, columns };
	const runKey = createId();
	const now = new Date();
	const advancePosition = db
		.update(imports)
		.set({
			position: to,
			runKey,
			updatedAt: now,
			...(to === rows && { state: "done", finishedAt: now }),
			applied: sql`${imports.applied} + ${countRows(chunk, or(hasKind("new"), hasKind("changed")))}`,
			skipped: sql`${imports.skipped} + ${countRows(chunk, isSkipped)}`,
			added: sql`${imports.added} - ${countRows(chunk, and(isSkipped, isNewTool))}`,
			changed: sql`${imports.changed} - ${countRows(chunk, and(isSkipped, not(isNewTool)))}`,
		})
		.where(and(eq(imports.id, id), eq(imports.state, "applying"), eq(imports.position, from)));
	await write(shop, {
		statements: [
			insertProducts(shop, chunk, importRecord),
			updateProducts(shop, chunk),
			moveStockOfChunk(shop, chunk),
			markSkipped(shop, chunk),
			advancePosition,
			...(to === rows ? createEndStatements(shop, id, runKey) : []),
		],
		confirmWrite: db
			.select({ state: imports.state })
			.from(imports)
			.where(and(eq(imports.id, id), eq(imports.runKey, runKey))),
		tags: ({ state }) => (state === "done" ? [listTag, toolPagesTag] : []),
	});
}
