import { Link, redirect } from "react-router";
import * as v from "valibot";
import { shopContext } from "#app/lib/context.ts";
import { formAction, readForm } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { Alert, Badge } from "#app/ui/feedback.tsx";
import { DashboardTable, type Table } from "#app/ui/table/dashboard-table.tsx";
import { readTableQuery } from "#app/ui/table/table-query.ts";
import { errors, ValidationError } from "#contract/errors.ts";
import { type ImportKind, importKinds } from "#contract/imports.ts";
import { formatInteger } from "#contract/numbers.ts";
import { parseInput } from "#contract/parse.ts";
import { importApplySchema, importColumnsSchema } from "#contract/schemas/imports.ts";
import type { ShopContext } from "#worker/shop/context.ts";
import { applyImport } from "#worker/shop/imports/apply.ts";
import { recheckImport } from "#worker/shop/imports/check.ts";
import { cancelImport } from "#worker/shop/imports/end.ts";
import { getImportPage } from "#worker/shop/imports/read.ts";
import type { Route } from "./+types/import.ts";
import { ColumnsForm } from "./columns-form.tsx";
import { formatImportRow } from "./import-row.ts";
import { ImportSummary } from "./import-summary.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) =>
	pageMeta(loaderData ? `Import: ${loaderData.importView.name}` : "Import");

const filters = {
	kind: { label: "Rows", choices: importKinds, noFilterLabel: "All, errors first" },
} as const;

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const query = readTableQuery(url, filters);
	const shop = context.get(shopContext);
	const { importRecord, rows, hasMore } = await getImportPage(shop, params.importid, query);
	const { runKey: _, userId: __, actor: ___, ...importView } = importRecord;
	return { importView, rows: rows.map(formatImportRow), hasMore, query };
}

const taskSchema = v.object({
	task: v.picklist(["apply", "cancel", "check", "columns"], errors.validation_failed.message),
	script: v.optional(v.string()),
	...importApplySchema.entries,
});

/** With JavaScript, the page shows the progress between requests. Without it, one request does as much as it can. */
const budgetMs = { withScript: 3_000, withoutScript: 25_000 };

/** Reads the fields `column-0`, `column-1` and so on, which are in the order of the file's columns. */
function readColumns(form: FormData): unknown[] {
	const columns: unknown[] = [];
	while (form.has(`column-${columns.length}`)) columns.push(form.get(`column-${columns.length}`));
	return columns;
}

async function runTask(shop: ShopContext, id: string, form: FormData): Promise<void> {
	const { task, script, check: checkKey, drafts: addsDrafts } = readForm(form, taskSchema);
	if (task === "apply") {
		const budget = budgetMs[script ? "withScript" : "withoutScript"];
		await applyImport(shop, id, { budgetMs: budget, checkKey, addsDrafts });
	}
	if (task === "cancel") await cancelImport(shop, id);
	if (task === "check") await recheckImport(shop, id);
	if (task === "columns") {
		const parsed = parseInput(importColumnsSchema, { columns: readColumns(form) });
		if (!parsed.success) throw new ValidationError(parsed.issues);
		await recheckImport(shop, id, parsed.output.columns);
	}
}

export const action = formAction(async (shop, form, { params }: Route.ActionArgs) => {
	await runTask(shop, params.importid, form);
	return redirect(`/dashbord/import/${params.importid}`, 303);
});

type Row = Route.ComponentProps["loaderData"]["rows"][number];

const resultTones: Partial<Record<ImportKind, "error" | "success" | "accent">> = {
	error: "error",
	skipped: "error",
	new: "success",
	changed: "accent",
};

const resultLabels: Record<ImportKind, string> = { ...importKinds, error: "Error" };

const RowChanges = ({ row: { changes, issues } }: { row: Row }) =>
	changes.length + issues.length > 0 && (
		<ul className="grid gap-1 text-start">
			{issues.map(({ heading, message }) => (
				<li key={`${heading}${message}`}>
					{heading && <strong>{heading}: </strong>}
					{message}
				</li>
			))}
			{changes.map(({ heading, from, to }) => (
				<li key={heading} className="num">
					<span className="text-muted">{heading}: </span>
					{from !== null && (
						<>
							<del className="text-muted">{from}</del> →{" "}
						</>
					)}
					<ins className="no-underline">{to}</ins>
				</li>
			))}
		</ul>
	);

const createTable = (name: string): Table<Row> => ({
	title: `Import: ${name}`,
	back: { to: "/dashbord/import", label: "Import Products" },
	caption: "File rows",
	noun: "row",
	icon: "upload",
	search: "Search by tool name",
	filters,
	columns: [
		{ header: "Line", kind: "number", cell: ({ line }) => formatInteger(line) },
		{
			header: "Tool",
			wide: true,
			mobileSlot: "title",
			cell: ({ label, productId, kind }) =>
				productId && kind !== "new" ? (
					<Link to={`/dashbord/updateproducts/${productId}`} className="link">
						{label}
					</Link>
				) : (
					label
				),
		},
		{
			header: "Result",
			mobileSlot: "state",
			cell: ({ kind }) => <Badge tone={resultTones[kind] ?? "plain"}>{resultLabels[kind]}</Badge>,
		},
		{ header: "What changes", wide: true, cell: (row) => <RowChanges row={row} /> },
	],
	empty: { message: "No rows have been compared yet." },
});

export default function Import({ loaderData, actionData }: Route.ComponentProps) {
	const { importView } = loaderData;
	const canChangeColumns = importView.state === "ready" || importView.state === "checking";
	return (
		<DashboardTable
			key={importView.id}
			table={createTable(importView.name)}
			data={loaderData}
			intro={
				<>
					{actionData && <Alert tone="error">{actionData.message}</Alert>}
					<ImportSummary importView={importView} />
					{canChangeColumns && <ColumnsForm importView={importView} />}
				</>
			}
		/>
	);
}
