import { Hono } from "hono";
import { importCalls } from "#contract/calls/imports.ts";
import { importKindNames } from "#contract/imports.ts";
import { importMaxBytes } from "#contract/limits.ts";
import { readBytes } from "#worker/http/body.ts";
import type { AppEnv } from "#worker/http/request-context.ts";
import { applyImport } from "#worker/shop/imports/apply.ts";
import { checkAgain, createImport } from "#worker/shop/imports/check.ts";
import { cancelImport } from "#worker/shop/imports/end.ts";
import { getImportPage, type Import, type ImportRow } from "#worker/shop/imports/read.ts";
import { deleteResult, handle } from "./calls.ts";

const importJson = (found: Import) => ({
	_id: found.id,
	name: found.name,
	state: found.state,
	headings: found.headings,
	columns: found.columns,
	check: found.checkKey,
	rows: found.rows,
	errors: found.errors,
	new: found.added,
	changed: found.changed,
	unmatched: found.unmatched,
	unchanged: found.unchanged,
	position: found.position,
	applied: found.applied,
	skipped: found.skipped,
});

const rowJson = ({ line, kind, label, productId, next, previous, issues }: ImportRow) => ({
	line,
	kind: importKindNames[kind] ?? "error",
	label,
	productId,
	changes: { ...next },
	previous: { ...previous },
	issues,
});

const applyBudgetMs = 10_000;

export const imports = new Hono<AppEnv>();

handle(imports, importCalls.createImport, async ({ shop, context, readQuery }) => {
	const { name } = readQuery();
	const bytes = await readBytes(context.req.raw, importMaxBytes, "import_too_large");
	const id = await createImport(shop, { name, bytes });
	return importJson((await getImportPage(shop, id, { page: 0, kind: null, search: "" })).found);
});

handle(imports, importCalls.getImport, async ({ shop, param, readQuery }) => {
	const { page = 0, kind = null } = readQuery();
	const { found, rows, hasMore } = await getImportPage(shop, param("id"), {
		page,
		kind,
		search: "",
	});
	return { ...importJson(found), page: rows.map(rowJson), more: hasMore };
});

handle(imports, importCalls.setImportColumns, async ({ shop, param, readBody }) =>
	importJson(await checkAgain(shop, param("id"), (await readBody()).columns)),
);

handle(imports, importCalls.applyImport, async ({ shop, param, readBody }) => {
	const { check: checkKey, drafts: addsDrafts } = await readBody();
	const options = { budgetMs: applyBudgetMs, checkKey, addsDrafts };
	return importJson(await applyImport(shop, param("id"), options));
});

handle(imports, importCalls.cancelImport, async ({ shop, param }) => {
	await cancelImport(shop, param("id"));
	return deleteResult(1);
});
