import { SalesChart } from "#app/features/catalogue/chart/sales-chart.tsx";
import { EmptyState } from "#app/ui/feedback.tsx";
import { type Column, DataTable } from "#app/ui/table/data-table.tsx";
import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";

export type SalesRow = { at: string; orders: number; pieces: number; revenueCents: number };

type Props = { rows: SalesRow[]; unit: "Day" | "Month" };

const columnsOf = (unit: string): Column<SalesRow>[] => [
	{ header: unit, cell: ({ at }) => at },
	{ header: "Orders", kind: "number", cell: ({ orders }) => formatWhole(orders) },
	{ header: "Pieces", kind: "number", cell: ({ pieces }) => formatWhole(pieces) },
	{ header: "Revenue", kind: "number", cell: ({ revenueCents }) => formatCents(revenueCents) },
];

const toPoint = ({ at, pieces, revenueCents }: SalesRow) => ({
	at,
	sell: pieces,
	revenue: revenueCents / 100,
});

/** The sales as a chart, and its numbers as a table, the latest first, for those who cannot see it. */
export function SalesOverTime({ rows, unit }: Props) {
	if (rows.every(({ orders }) => orders === 0)) {
		return <EmptyState icon="chart-line" sentence="No sales in this period." />;
	}
	const title = `Sell and revenue by ${unit.toLowerCase()}`;
	return (
		<div className="min-w-0">
			<div className="chart-box needs-script overflow-x-clip">
				<SalesChart points={rows.map(toPoint)} title={`Line chart: ${title}`} />
			</div>
			<details className="mt-4">
				<summary className="py-2 font-semibold">Show data as a table</summary>
				<DataTable
					caption={title}
					columns={columnsOf(unit)}
					rows={rows.toReversed()}
					rowKey={({ at }) => at}
				/>
			</details>
		</div>
	);
}
