import { and, asc, eq } from "drizzle-orm";
import { ShopError } from "#contract/errors.ts";
import { type ImportKind, importKindNames } from "#contract/imports.ts";
import { requireCapability } from "#worker/auth/authorize.ts";
import { importRows, imports } from "#worker/db/schema.ts";
import type { ShopContext } from "../context.ts";
import { contains, newestFirst, readPage, type TableView } from "../list-queries.ts";

export type Import = typeof imports.$inferSelect;

/**
 * Does not check permissions.
 * @throws ShopError 404
 */
export async function requireImport({ db }: ShopContext, id: string): Promise<Import> {
	const importRecord = await db.select().from(imports).where(eq(imports.id, id)).get();
	if (!importRecord) throw new ShopError("import_not_found");
	return importRecord;
}

const { importId, row, line, kind, label, productId, next, previous, issues } = importRows;

/**
 * Lists problems first, then changes, each in the order of the file.
 * @throws ShopError 401, 403, 404
 */
export async function getImportPage(
	shop: ShopContext,
	id: string,
	view: TableView & { kind: ImportKind | null },
) {
	requireCapability(shop, "products:write");
	const importRecord = await requireImport(shop, id);
	const isKind = view.kind ? eq(kind, importKindNames.indexOf(view.kind)) : undefined;
	const query = shop.db
		.select({ id: row, line, kind, label, productId, next, previous, issues })
		.from(importRows)
		.where(and(eq(importId, id), isKind, view.search ? contains(label, view.search) : undefined))
		.orderBy(asc(kind), asc(row));
	return { importRecord, ...(await readPage(query, view.page)) };
}

export type ImportRow = Awaited<ReturnType<typeof getImportPage>>["rows"][number];

/**
 * Lists imports, newest first. The sweep deletes those older than a month.
 * @throws ShopError 401, 403
 */
export async function listImports(shop: ShopContext): Promise<Import[]> {
	requireCapability(shop, "products:write");
	const query = shop.db
		.select()
		.from(imports)
		.orderBy(...newestFirst(imports));
	return (await readPage(query, 0)).rows;
}
