import {
	and,
	asc,
	eq,
	exists,
	gt,
	inArray,
	isNotNull,
	lt,
	lte,
	ne,
	notExists,
	or,
	type SQL,
	sql,
} from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { type ImportIssue, type ImportKind, importKindNames } from "#contract/imports.ts";
import { quantityMax } from "#contract/limits.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { createId } from "#worker/auth/tokens.ts";
import { insertFrom } from "#worker/db/insert-from.ts";
import { retry } from "#worker/db/retry.ts";
import {
	auditLog,
	type ImportValues,
	importParts,
	importRows,
	imports,
	products,
} from "#worker/db/schema.ts";
import { listTag, toolPagesTag } from "../cache-tags.ts";
import { isListedOrDraft } from "../catalogue/read.ts";
import { moveStock } from "../catalogue/stock.ts";
import type { Shop } from "../context.ts";
import { saveTags } from "../purges.ts";
import { type SweepResult, sweepEach } from "../sweep-each.ts";
import { write } from "../write.ts";
import { type Import, requireImport } from "./read.ts";

/** Rows in one transaction, which takes a few hundredths of a second. */
const chunkRows = 1_000;

const kindIs = (kind: ImportKind) => eq(importRows.kind, importKindNames.indexOf(kind));

/** The value of a changed column. */
const next = (name: keyof ImportValues) => sql`${importRows.next} ->> ${sql.raw(`'$.${name}'`)}`;
const nextJson = (name: keyof ImportValues) => sql`${importRows.next} -> ${sql.raw(`'$.${name}'`)}`;

/** A product has this key after its row was applied: a later edit replaces it. */
const appliedKey = sql`'import:' || ${importRows.importId} || ':' || ${importRows.row}`;

const isFree = (partNumber: SQL) =>
	sql`not exists (select 1 from products as other where other.part_number collate nocase = ${partNumber}
		and other.deleted_at is null and other.id <> ${importRows.productId})
	and not exists (select 1 from products as other where other.part_number collate nocase = ${partNumber}
		and other.draft = 1 and other.id <> ${importRows.productId})`;

/** The difference between the file and the stock when it was compared, so that units sold since then stay sold. */
const stockChange = sql`coalesce(${next("quantity")} - coalesce(${importRows.previous} ->> '$.quantity', 0), 0)`;

/** Only columns of the file are set, so that triggers on others do not run. The stock is moved by a statement of its own. */
function valuesToSet(columns: Import["columns"]): Record<string, SQL> {
	const orOld = (name: keyof ImportValues, value: SQL = next(name)) =>
		sql`case when json_type(${importRows.next}, ${sql.raw(`'$.${name}'`)}) is null then ${products[name]} else ${value} end`;
	const setters: Record<Import["columns"][number], Record<string, SQL>> = {
		"": {},
		id: {},
		partNumber: { partNumber: orOld("partNumber") },
		name: { name: orOld("name") },
		description: { description: orOld("description") },
		price: { priceCents: orOld("priceCents") },
		quantity: {},
		minimum: { minimum: orOld("minimum") },
		category: { category: orOld("category") },
		img: { img: orOld("img") },
		gallery: { gallery: orOld("gallery", nextJson("gallery")) },
		specification: { specification: orOld("specification", nextJson("specification")) },
	};
	return Object.assign({ editKey: appliedKey }, ...columns.map((column) => setters[column]));
}

type Chunk = { id: string; from: number; to: number; columns: Import["columns"] };

/** What a statement of a chunk needs: nobody else has applied it. */
const isNext = ({ id, from }: Chunk) =>
	sql`exists (select 1 from imports as run where run.id = ${id} and run.state = 'applying' and run.position = ${from})`;

const inChunk = (chunk: Chunk) =>
	and(
		eq(importRows.importId, chunk.id),
		gt(importRows.row, chunk.from),
		lte(importRows.row, chunk.to),
		isNext(chunk),
	);

const addProducts = ({ db }: Shop, chunk: Chunk, { rows, addsDrafts }: Import) =>
	insertFrom(
		db,
		products,
		{
			id: importRows.productId,
			name: next("name"),
			partNumber: next("partNumber"),
			description: next("description"),
			priceCents: next("priceCents"),
			quantity: 0,
			minimum: sql`coalesce(${next("minimum")}, 1)`,
			img: next("img"),
			category: sql`coalesce(${next("category")}, 'other')`,
			specification: sql`coalesce(${nextJson("specification")}, '[]')`,
			gallery: sql`coalesce(${nextJson("gallery")}, '[]')`,
			// Lists are sorted by age, so the rows keep the order of the file.
			createdAt: sql`${Date.now() - rows} + ${importRows.row}`,
			deletedAt: addsDrafts ? new Date() : null,
			draft: addsDrafts,
			editKey: appliedKey,
		},
		importRows,
		and(inChunk(chunk), kindIs("new"), isFree(next("partNumber"))),
	).onConflictDoNothing();

function changeProducts({ db }: Shop, chunk: Chunk) {
	const changesNumber = chunk.columns.includes("id") && chunk.columns.includes("partNumber");
	const hasFreeNumber = or(
		sql`${next("partNumber")} is null`,
		sql`${next("partNumber")} = ${products.partNumber} collate nocase`,
		isFree(next("partNumber")),
	);
	return db
		.update(products)
		.set(valuesToSet(chunk.columns))
		.from(importRows)
		.where(
			and(
				inChunk(chunk),
				kindIs("changed"),
				eq(products.id, importRows.productId),
				isListedOrDraft,
				sql`${products.editKey} is ${importRows.editKey}`,
				sql`${products.quantity} + ${stockChange} between 0 and ${quantityMax}`,
				changesNumber ? hasFreeNumber : undefined,
			),
		);
}

/** Moves the stock of the products that the statements before it have added or changed. */
const moveStocks = ({ db }: Shop, chunk: Chunk) =>
	moveStock(
		db,
		{
			change: stockChange,
			reason: "import",
			userId: sql`(select run.user_id from imports as run where run.id = ${chunk.id})`,
		},
		and(inChunk(chunk), or(kindIs("new"), kindIs("changed")), eq(products.editKey, appliedKey)),
		sql`${importRows} join ${products} on ${products.id} = ${importRows.productId}`,
	);

const issueOf = (message: string) =>
	sql`${JSON.stringify([{ column: null, message }] satisfies ImportIssue[])}`;

/** Why a row was not applied, from the state of its product. */
const skippedIssue = sql`(select case
	when ${kindIs("new")} then ${issueOf("A tool with this part number was added meanwhile. Import the row again to change it")}
	when product.id is null or (product.deleted_at is not null and product.draft = 0) then ${issueOf("The tool was deleted meanwhile")}
	when product.edit_key is not ${importRows.editKey} then ${issueOf("Somebody has changed the tool meanwhile. Import the row again to change it")}
	when product.quantity + ${stockChange} not between 0 and ${quantityMax} then ${issueOf("Pieces were sold meanwhile: the stock would be below zero")}
	else ${issueOf("The part number belongs to another tool. If two tools swap theirs, import one of them first")} end
	from (select 1) left join products as product on product.id = ${importRows.productId})`;

const markSkipped = ({ db }: Shop, chunk: Chunk) =>
	db
		.update(importRows)
		.set({ kind: importKindNames.indexOf("skipped"), issues: skippedIssue })
		.where(
			and(
				inChunk(chunk),
				or(kindIs("new"), kindIs("changed")),
				notExists(
					db
						.select({ id: products.id })
						.from(products)
						.where(and(eq(products.id, importRows.productId), eq(products.editKey, appliedKey))),
				),
			),
		);

const countOf = ({ id, from, to }: Chunk, ...kinds: ImportKind[]) => {
	const numbers = kinds.map((kind) => importKindNames.indexOf(kind));
	return sql`(select count(*) from ${importRows} where ${importRows.importId} = ${id} and ${importRows.row} > ${from}
		and ${importRows.row} <= ${to} and ${importRows.kind} in ${numbers})`;
};

/** The counts of an import that ends, for the audit log. */
const countsText = sql`(select cast(count(*) filter (where done.kind = ${importKindNames.indexOf("new")}) as text) || ' added, '
	|| count(*) filter (where done.kind = ${importKindNames.indexOf("changed")}) || ' changed, '
	|| count(*) filter (where done.kind = ${importKindNames.indexOf("skipped")}) || ' skipped'
	from import_rows as done where done.import_id = ${imports.id} and done.row <= ${imports.position}
	and done.kind between ${importKindNames.indexOf("skipped")} and ${importKindNames.indexOf("changed")})`;

/** Statements that end an import whose `runKey` a statement before them has set. */
function endStatements({ db }: Shop, id: string, runKey: string) {
	const hasEnded = and(
		eq(imports.id, id),
		eq(imports.runKey, runKey),
		sql`${imports.state} in ('done', 'canceled')`,
	);
	const entry = {
		id: createId(),
		userId: imports.userId,
		actor: imports.actor,
		action: "products-imported",
		subjectId: imports.id,
		subject: imports.name,
		detail: sql`case ${imports.state} when 'canceled' then 'Canceled: ' else '' end || ${countsText}`,
		createdAt: new Date(),
	};
	const tags = sql`from (select ${listTag} as tag union all select ${toolPagesTag}) where exists (select 1 from imports as run
		where run.id = ${id} and run.run_key = ${runKey} and run.state in ('done', 'canceled'))`;
	return [
		insertFrom(
			db,
			auditLog,
			entry,
			imports,
			and(hasEnded, isNotNull(imports.actor)),
		).onConflictDoNothing(),
		saveTags(db, sql`tag`, tags).statement,
		db
			.delete(importParts)
			.where(
				and(
					eq(importParts.importId, id),
					exists(db.select({ id: imports.id }).from(imports).where(hasEnded)),
				),
			),
		db.update(imports).set({ userId: null, actor: null }).where(hasEnded),
	];
}

/** Applies the next rows, once: `position` moves in the same transaction, and a second run finds that it has moved. */
async function applyChunk(shop: Shop, current: Import): Promise<void> {
	const { db } = shop;
	const { id, position: from, rows, columns } = current;
	const to = Math.min(from + chunkRows, rows);
	const chunk: Chunk = { id, from, to, columns };
	const runKey = createId();
	const now = new Date();
	const advance = db
		.update(imports)
		.set({
			...{ position: to, runKey, updatedAt: now },
			...(to === rows && { state: "done", finishedAt: now }),
			applied: sql`${imports.applied} + ${countOf(chunk, "new", "changed")}`,
			skipped: sql`${imports.skipped} + ${countOf(chunk, "skipped")}`,
		})
		.where(and(eq(imports.id, id), eq(imports.state, "applying"), eq(imports.position, from)));
	await write(shop, {
		statements: [
			addProducts(shop, chunk, current),
			changeProducts(shop, chunk),
			moveStocks(shop, chunk),
			markSkipped(shop, chunk),
			advance,
			...(to === rows ? endStatements(shop, id, runKey) : []),
		],
		findWritten: db
			.select({ state: imports.state })
			.from(imports)
			.where(and(eq(imports.id, id), eq(imports.runKey, runKey))),
		tags: ({ state }) => (state === "done" ? [listTag, toolPagesTag] : []),
	});
}

/** Applies rows until all are, another request has ended the import, or the time is over. */
async function applyRows(shop: Shop, id: string, budgetMs: number): Promise<Import> {
	const end = Date.now() + budgetMs;
	for (;;) {
		const current = await requireImport(shop, id);
		if (current.state !== "applying" || Date.now() >= end) return current;
		await applyChunk(shop, current);
	}
}

/** `checkKey`: identifies the comparison that was shown. */
type ApplyOptions = {
	budgetMs: number;
	checkKey?: string | undefined;
	addsDrafts?: boolean | undefined;
};

/**
 * Starts or continues to apply an import, for at most `budgetMs`; call it again while its state is "applying". Any number of calls at
 * the same time apply each row once.
 * @throws ShopError 401, 403, 404, 409
 */
export async function applyImport(
	shop: Shop,
	id: string,
	{ budgetMs, checkKey, addsDrafts = false }: ApplyOptions,
): Promise<Import> {
	const { id: userId, email: actor } = requireCapability(shop, "products:write");
	const found = await requireImport(shop, id);
	if (found.state === "checking" || found.state === "canceled") {
		const reason = found.state === "checking" ? "it is not checked yet." : "it was canceled.";
		throw new ShopError("import_not_ready", { reason });
	}
	if (found.state === "ready") {
		if (checkKey !== undefined && checkKey !== found.checkKey) {
			const reason = "the file was checked again meanwhile. Look at its changes again.";
			throw new ShopError("import_not_ready", { reason });
		}
		if (found.added + found.changed === 0)
			throw new ShopError("import_not_ready", { reason: "it has no changes." });
		await retry(() =>
			shop.db
				.update(imports)
				.set({ state: "applying", addsDrafts, userId, actor, updatedAt: new Date() })
				.where(
					and(eq(imports.id, id), eq(imports.state, "ready"), eq(imports.checkKey, found.checkKey)),
				),
		);
	}
	return applyRows(shop, id, budgetMs);
}

/** Rows that are applied stay applied. @throws ShopError 401, 403, 404, 409 if it has ended */
export async function cancelImport(shop: Shop, id: string): Promise<void> {
	requireCapability(shop, "products:write");
	const { db } = shop;
	const runKey = createId();
	const now = new Date();
	const isOpen = and(
		eq(imports.id, id),
		sql`${imports.state} in ('checking', 'ready', 'applying')`,
	);
	const canceled = await write(shop, {
		statements: [
			db
				.update(imports)
				.set({ state: "canceled", runKey, updatedAt: now, finishedAt: now })
				.where(isOpen),
			...endStatements(shop, id, runKey),
		],
		findWritten: db
			.select({ applied: imports.applied })
			.from(imports)
			.where(and(eq(imports.id, id), eq(imports.runKey, runKey))),
		tags: ({ applied }) => (applied > 0 ? [listTag, toolPagesTag] : []),
	});
	if (canceled) return;
	const { state } = await requireImport(shop, id);
	throw new ShopError("import_not_ready", {
		reason: state === "done" ? "all of it is applied already." : "it was canceled before.",
	});
}

/** Nobody has applied rows for this long: the page that did was closed. */
const abandonedMs = 60_000;
const sweepBudgetMs = 60_000;
const retentionMs = 30 * 24 * 60 * 60 * 1000;

/** Continues imports that were abandoned, and deletes one that is older than a month. */
export async function sweepImports(shop: Shop, now: Date): Promise<SweepResult> {
	const { db } = shop;
	const abandoned = await db
		.select({ id: imports.id })
		.from(imports)
		.where(
			and(
				sql`${imports.state} = 'applying'`,
				lt(imports.updatedAt, new Date(now.getTime() - abandonedMs)),
			),
		)
		.orderBy(asc(imports.updatedAt))
		.limit(1);
	const result = await sweepEach(abandoned, async ({ id }) => {
		const { state } = await applyRows(shop, id, sweepBudgetMs);
		return state === "done";
	});
	const old = db
		.select({ id: imports.id })
		.from(imports)
		.where(lt(imports.createdAt, new Date(now.getTime() - retentionMs)))
		.orderBy(asc(imports.createdAt))
		.limit(1);
	await retry(() =>
		db.delete(imports).where(and(inArray(imports.id, old), ne(imports.state, "applying"))),
	);
	return result;
}
