import { importCalls } from "#contract/calls/imports.ts";
import { ShopError } from "#contract/errors.ts";
import { importKindNames } from "#contract/imports.ts";
import { importMaxBytes } from "#contract/limits.ts";
import { createApp } from "#worker/http/app.ts";
import { isMultipart, readBytes } from "#worker/http/body.ts";
import { applyImport } from "#worker/shop/imports/apply.ts";
import { createImport, recheckImport } from "#worker/shop/imports/check.ts";
import { cancelImport } from "#worker/shop/imports/end.ts";
import { getImportPage, type Import, type ImportRow } from "#worker/shop/imports/read.ts";
import { register, toDeleteResult } from "./calls.ts";

const toImportJson = (importRecord: Import) => ({
	_id: importRecord.id,
	name: importRecord.name,
	state: importRecord.state,
	headings: importRecord.headings,
	columns: importRecord.columns,
	check: importRecord.checkKey,
	rows: importRecord.rows,
	errors: importRecord.errors,
	new: importRecord.added,
	changed: importRecord.changed,
	unmatched: importRecord.unmatched,
	unchanged: importRecord.unchanged,
	position: importRecord.position,
	applied: importRecord.applied,
	skipped: importRecord.skipped,
});

const toRowJson = ({ line, kind, label, productId, next, previous, issues }: ImportRow) => ({
	line,
	kind: importKindNames[kind] ?? "error",
	label,
	productId,
	changes: { ...next },
	previous: { ...previous },
	issues,
});

const applyBudgetMs = 10_000;

export const importRoutes = createApp();

register(importRoutes, importCalls.createImport, async ({ shop, context, readQuery }) => {
	const { name } = readQuery();
	if (isMultipart(context.req.raw)) throw new ShopError("csv_body_required");
	const bytes = await readBytes(context.req.raw, importMaxBytes, "import_too_large");
	const id = await createImport(shop, { name, bytes });
	return toImportJson(
		(await getImportPage(shop, id, { page: 0, kind: null, search: "" })).importRecord,
	);
});

register(importRoutes, importCalls.getImport, async ({ shop, param, readQuery }) => {
	const { page = 0, kind = null } = readQuery();
	const { importRecord, rows, hasMore } = await getImportPage(shop, param("id"), {
		page,
		kind,
		search: "",
	});
	return { ...toImportJson(importRecord), page: rows.map(toRowJson), more: hasMore };
});

register(importRoutes, importCalls.setImportColumns, async ({ shop, param, readBody }) =>
	toImportJson(await recheckImport(shop, param("id"), (await readBody()).columns)),
);

register(importRoutes, importCalls.applyImport, async ({ shop, param, readBody }) => {
	const { check: checkKey, drafts: addsDrafts } = await readBody();
	const options = { budgetMs: applyBudgetMs, checkKey, addsDrafts };
	return toImportJson(await applyImport(shop, param("id"), options));
});

register(importRoutes, importCalls.cancelImport, async ({ shop, param }) => {
	await cancelImport(shop, param("id"));
	return toDeleteResult(1);
});
