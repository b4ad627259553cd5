import { Link, redirect, useNavigation } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { formAction } from "#app/lib/form-action.ts";
import { pageMeta } from "#app/lib/page-meta.ts";
import { AnchorButton, Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback.tsx";
import { errorAt, Field, FormError, TextAreaField } from "#app/ui/field.tsx";
import { LocalTime } from "#app/ui/local-time.tsx";
import { Page, Section } from "#app/ui/page.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { type Column, DataTable } from "#app/ui/table/data-table.tsx";
import { fieldError, ShopError } from "#contract/errors.ts";
import { importStates } from "#contract/imports.ts";
import { formatFileSize, importMaxBytes, textLength } from "#contract/limits.ts";
import { formatInteger } from "#contract/numbers.ts";
import { createImport } from "#worker/shop/imports/check.ts";
import { listImports } from "#worker/shop/imports/read.ts";
import type { Route } from "./+types/import-products.ts";

export const meta: Route.MetaFunction = () => pageMeta("Import Products");

export async function loader({ context }: Route.LoaderArgs) {
	const imports = await listImports(context.get(shopContext));
	return imports.map(({ id, name, state, rows, applied, createdAt }) => ({
		id,
		name,
		state,
		rows,
		applied,
		createdAt,
	}));
}

async function readFile(form: FormData): Promise<{ name: string; bytes: Uint8Array }> {
	const [file, text] = [form.get("file"), form.get("text")];
	if (file instanceof File && file.size > 0) {
		if (file.size > importMaxBytes) throw new ShopError("import_too_large");
		const name = file.name.slice(0, textLength.name);
		return { name, bytes: new Uint8Array(await file.arrayBuffer()) };
	}
	if (typeof text === "string" && text.trim())
		return { name: "Pasted lines", bytes: new TextEncoder().encode(text) };
	throw fieldError("file", "Choose a file, or paste its lines below");
}

export const action = formAction(async (shop, form) =>
	redirect(`/dashbord/import/${await createImport(shop, await readFile(form))}`, 303),
);

type Row = Route.ComponentProps["loaderData"][number];

const columns: Column<Row>[] = [
	{
		header: "File",
		mobileSlot: "title",
		cell: ({ id, name }) => (
			<Link to={`/dashbord/import/${id}`} className="link py-0.5">
				{name}
			</Link>
		),
	},
	{ header: "Uploaded", cell: ({ createdAt }) => <LocalTime at={createdAt} /> },
	{ header: "Rows", kind: "number", cell: ({ rows }) => formatInteger(rows) },
	{ header: "Applied", kind: "number", cell: ({ applied }) => formatInteger(applied) },
	{
		header: "Status",
		mobileSlot: "state",
		cell: ({ state }) => (
			<Badge tone={state === "applying" ? "accent" : state === "done" ? "success" : "plain"}>
				{importStates[state]}
			</Badge>
		),
	},
];

const Help = () => (
	<Section id="columns" title="What the file needs" className="grid content-start gap-3">
		<ul className="grid list-disc gap-1 ps-5">
			<li>
				A header row with the column names, in any order. Your supplier's column names work too.
			</li>
			<li>
				A part number or an ID in each row, to find the tool. All other columns are optional. For
				example, a part number and a price are enough.
			</li>
			<li>Empty cells and missing columns leave values as they are. Nothing is ever deleted.</li>
			<li>
				New tools also need a name, description, price and image. Without these columns, rows with
				unknown part numbers are skipped.
			</li>
		</ul>
		<p>
			<AnchorButton href="/products.csv" size="sm">
				Export all products as a template
			</AnchorButton>
		</p>
	</Section>
);

export default function ImportProducts({ loaderData, actionData }: Route.ComponentProps) {
	const busy = useNavigation().formMethod === "POST";
	return (
		<Page
			title="Import Products"
			lead="Upload a CSV file to see what it would change. Nothing changes until you apply it."
			inDashboard
		>
			<div className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-[28rem_minmax(0,1fr)]">
				<PostForm encType="multipart/form-data" className="stack">
					<Field
						label="CSV file"
						name="file"
						type="file"
						accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
						hint={`Comma, semicolon or tab; up to ${formatFileSize(importMaxBytes)}`}
						error={errorAt(actionData, "file")}
					/>
					<TextAreaField
						label="Or paste lines"
						name="text"
						rows={6}
						hint="From a spreadsheet, including the header row"
						defaultValue={actionData?.values.text}
					/>
					{actionData && !errorAt(actionData, "file") && <FormError errors={actionData} />}
					<Button type="submit" variant="primary" busy={busy}>
						Check the file
					</Button>
				</PostForm>
				<Help />
			</div>
			{loaderData.length > 0 && (
				<Section id="recent" title="Imports from the last month" className="grid gap-3">
					<DataTable
						caption="Imports"
						columns={columns}
						rows={loaderData}
						rowKey={({ id }) => id}
					/>
				</Section>
			)}
		</Page>
	);
}
