import type { ReactNode } from "react";

export type Column<Row> = {
	header: string;
	cell: (row: Row) => ReactNode;
	/** "number" stands right in tabular figures; "actions" is the last column, its header for screen readers only. */
	kind?: "text" | "number" | "actions";
	/** Keeps room for long words, such as emails, where others would leave it none. */
	roomy?: boolean;
	/** Takes the room that is left; what does not fit ends in dots. */
	grows?: boolean;
	/** What a card begins with: its name, the sum beside it, the state under both. The other columns are its details. */
	leads?: "title" | "sum" | "state";
};

type Props<Row> = {
	/** What the table lists; read out, and shown only with `showCaption`. */
	caption: string;
	columns: Column<Row>[];
	rows: Row[];
	rowKey: (row: Row) => string;
	showCaption?: boolean;
	/** Boxes to select rows with, before the words of the first column. */
	boxes?: { all: ReactNode; of: (row: Row) => ReactNode };
};

const mark = ({ kind, roomy, grows, leads }: Omit<Column<never>, "cell">) => ({
	"data-roomy": roomy ? "" : undefined,
	"data-grows": grows ? "" : undefined,
	"data-leads": leads,
	"data-numeric": kind === "number" ? "" : undefined,
	"data-actions": kind === "actions" ? "" : undefined,
});

/** Rows of 44 px under a sticky head; each row becomes a card where the table is narrower than 46rem. */
export function DataTable<Row>({
	caption,
	columns,
	rows,
	rowKey,
	showCaption = false,
	boxes,
}: Props<Row>) {
	return (
		<div className="data-table">
			<table>
				<caption className={showCaption ? "pb-2 text-start text-muted" : "sr-only"}>
					{caption}
				</caption>
				<thead>
					<tr>
						{columns.map(({ cell: _, ...column }, place) => (
							<th key={column.header} scope="col" {...mark(column)}>
								{place === 0 && boxes?.all}
								{column.kind === "actions" ? (
									<span className="sr-only">{column.header}</span>
								) : (
									column.header
								)}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => (
						<tr key={rowKey(row)}>
							{columns.map(({ cell, ...column }, place) => (
								<td key={column.header} data-label={column.header} {...mark(column)}>
									{place === 0 && boxes?.of(row)}
									{cell(row)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}
