import type { ReactNode } from "react";

export type Column<Row> = {
	header: string;
	cell: (row: Row) => ReactNode;
	/** "number" stands right in tabular figures; "actions" is the last column, its header for screen readers only. */
	kind?: "text" | "number" | "actions";
	/** Keeps room for long words, such as emails, where others would leave it none. */
	wide?: boolean;
	/** Takes the room that is left; what does not fit ends in dots. */
	fill?: boolean;
	/** Its place at the top of a card on narrow screens; columns without one follow as details. */
	cardSlot?: "title" | "sum" | "state";
};

type Props<Row> = {
	/** What the table lists; for screen readers. */
	caption: string;
	columns: Column<Row>[];
	rows: Row[];
	rowKey: (row: Row) => string;
	/** Checkboxes to select rows with, before the words of the first column. */
	selection?: { all: ReactNode; of: (row: Row) => ReactNode } | undefined;
};

const mark = ({ kind, wide, fill, cardSlot }: Omit<Column<never>, "cell">) => ({
	"data-wide": wide ? "" : undefined,
	"data-fill": fill ? "" : undefined,
	"data-card-slot": cardSlot,
	"data-numeric": kind === "number" ? "" : undefined,
	"data-actions": kind === "actions" ? "" : undefined,
});

/** Rows of 44 px under a sticky head; each row becomes a card where the table is narrower than 46rem. */
export function DataTable<Row>({ caption, columns, rows, rowKey, selection }: Props<Row>) {
	return (
		<div className="data-table">
			<table>
				<caption className="sr-only">{caption}</caption>
				<thead>
					<tr>
						{columns.map(({ cell: _, ...column }, place) => (
							<th key={column.header} scope="col" {...mark(column)}>
								{place === 0 && selection?.all}
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
									{place === 0 && selection?.of(row)}
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
