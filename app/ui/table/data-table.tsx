import type { ReactNode } from "react";

export type Column<Row> = {
	header: string;
	cell: (row: Row) => ReactNode;
	/** "number" is right-aligned, with tabular figures. "actions" is the last column; its header is visually hidden. */
	kind?: "text" | "number" | "actions";
	/** Has a minimum width, for long words such as emails. */
	wide?: boolean;
	/** Takes the remaining width; longer content is truncated. */
	fill?: boolean;
	/** Hides the column in print. For columns that have only fields. */
	screenOnly?: boolean;
	/** Position in the card's header on narrow screens; other columns become details below it. "none" leaves it off the card. */
	mobileSlot?: "title" | "aside" | "state" | "none";
};

type Props<Row> = {
	caption: string;
	columns: Column<Row>[];
	rows: Row[];
	rowKey: (row: Row) => string;
	selection?: { headerCheckbox: ReactNode; rowCheckbox: (row: Row) => ReactNode } | undefined;
};

const getDataAttributes = ({
	kind,
	wide,
	fill,
	screenOnly,
	mobileSlot,
}: Omit<Column<never>, "cell">) => ({
	"data-wide": wide ? "" : undefined,
	"data-fill": fill ? "" : undefined,
	"data-screen-only": screenOnly || kind === "actions" ? "" : undefined,
	"data-card-slot": mobileSlot,
	"data-numeric": kind === "number" ? "" : undefined,
	"data-actions": kind === "actions" ? "" : undefined,
});

/** A table with a sticky header and 44 px rows. On screens narrower than 60rem, each row is a card. */
export function DataTable<Row>({ caption, columns, rows, rowKey, selection }: Props<Row>) {
	return (
		<div className="data-table">
			<table>
				<caption className="sr-only">{caption}</caption>
				<thead>
					<tr>
						{columns.map(({ cell: _, ...column }, index) => (
							<th key={column.header} scope="col" {...getDataAttributes(column)}>
								{index === 0 && selection?.headerCheckbox}
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
							{columns.map(({ cell, ...column }, index) => (
								<td key={column.header} data-label={column.header} {...getDataAttributes(column)}>
									{index === 0 && selection?.rowCheckbox(row)}
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
