import { Button } from "#app/ui/button.tsx";
import { Alert } from "#app/ui/feedback.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { productColumnNames, productColumns } from "#contract/product-columns.ts";
import type { ImportView } from "./import-summary.tsx";

/** Maps the file's headings to product fields. Initially open if a heading matches no field. */
export function ColumnsForm({ importView }: { importView: ImportView }) {
	const { headings, columns, checkKey } = importView;
	const unknownHeadings = headings.filter(
		(heading, index) => heading !== "" && columns[index] === "",
	);
	const hasKeyColumn = columns.includes("id") || columns.includes("partNumber");
	return (
		<details
			key={checkKey}
			open={unknownHeadings.length > 0}
			className="rounded-md border border-base-300 p-5"
		>
			<summary className="cursor-pointer font-semibold">
				File columns
				{unknownHeadings.length > 0 && (
					<span className="font-normal text-muted"> (ignored: {unknownHeadings.join(", ")})</span>
				)}
			</summary>
			<PostForm className="grid gap-4 pt-4">
				{!hasKeyColumn && (
					<Alert tone="error">
						Choose the column with the part number or the ID. We need it to find the tools.
					</Alert>
				)}
				<div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
					{headings.map((heading, index) => (
						<SelectField
							key={index}
							label={heading || `Column ${index + 1}`}
							name={`column-${index}`}
							defaultValue={columns[index]}
						>
							<option value="">Ignore</option>
							{productColumnNames.map((name) => (
								<option key={name} value={name}>
									{productColumns[name].heading}
								</option>
							))}
						</SelectField>
					))}
				</div>
				<Button type="submit" name="task" value="columns" className="justify-self-start">
					Check again with these columns
				</Button>
			</PostForm>
		</details>
	);
}
