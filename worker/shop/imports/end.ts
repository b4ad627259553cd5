import { and, eq, exists, isNotNull, sql } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { importKindNames } from "#contract/imports.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { createId } from "#worker/auth/tokens.ts";
import { insertSelect } from "#worker/db/insert-select.ts";
import { auditLog, importParts, imports } from "#worker/db/schema.ts";
import { listTag, toolPagesTag } from "../cache-tags.ts";
import type { ShopContext } from "../context.ts";
import { saveTags } from "../purges.ts";
import { write } from "../write.ts";
import { requireImport } from "./read.ts";

/** Selects the text for the audit log: how many rows were added, changed, and skipped. */
const selectCounts = sql`(select cast(count(*) filter (where applied.kind = ${importKindNames.indexOf("new")}) as text) || ' added, '
	|| count(*) filter (where applied.kind = ${importKindNames.indexOf("changed")}) || ' changed, '
	|| count(*) filter (where applied.kind = ${importKindNames.indexOf("skipped")}) || ' skipped'
	from import_rows as applied where applied.import_id = ${imports.id} and applied.row <= ${imports.position}
	and applied.kind between ${importKindNames.indexOf("skipped")} and ${importKindNames.indexOf("changed")})`;

/** Creates the last statements of an import. They do nothing unless an earlier statement has ended the import and set its `runKey`. */
export function createEndStatements({ db }: ShopContext, id: string, runKey: string) {
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
		detail: sql`case ${imports.state} when 'canceled' then 'Canceled: ' else '' end || ${selectCounts}`,
		createdAt: new Date(),
	};
	const fromTags = sql`from (select ${listTag} as tag union all select ${toolPagesTag}) where exists (select 1 from imports as ended
		where ended.id = ${id} and ended.run_key = ${runKey} and ended.state in ('done', 'canceled'))`;
	return [
		insertSelect(
			db,
			auditLog,
			entry,
			imports,
			and(hasEnded, isNotNull(imports.actor)),
		).onConflictDoNothing(),
		saveTags(db, sql`tag`, fromTags).statement,
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

/**
 * Cancels an import, but keeps the rows that are already applied.
 * @throws ShopError 401, 403 or 404; 409 if the import has ended
 */
export async function cancelImport(shop: ShopContext, id: string): Promise<void> {
	requireCapability(shop, "products:write");
	const { db } = shop;
	const runKey = createId();
	const now = new Date();
	const isOpen = and(
		eq(imports.id, id),
		sql`${imports.state} in ('checking', 'ready', 'applying')`,
	);
	const canceledImport = await write(shop, {
		statements: [
			db
				.update(imports)
				.set({ state: "canceled", runKey, updatedAt: now, finishedAt: now })
				.where(isOpen),
			...createEndStatements(shop, id, runKey),
		],
		confirmWrite: db
			.select({ applied: imports.applied })
			.from(imports)
			.where(and(eq(imports.id, id), eq(imports.runKey, runKey))),
		tags: ({ applied }) => (applied > 0 ? [listTag, toolPagesTag] : []),
	});
	if (canceledImport) return;
	const { state } = await requireImport(shop, id);
	throw new ShopError("import_not_ready", {
		reason:
			state === "done" ? "it has already been applied completely." : "it was already canceled.",
	});
}
