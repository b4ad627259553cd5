import type { ReactNode } from "react";
import { Still } from "#app/document/still.tsx";
import { type Column, DataTable } from "#app/ui/table/data-table.tsx";
import { formatWhole } from "#contract/numbers.ts";
import records from "../../../../public/data.json";
import type { ChartRecord } from "../chart/types.ts";
import { Section } from "./section.tsx";

const columns: Column<ChartRecord>[] = [
	{ header: "Month", cell: ({ month }) => month },
	{ header: "Sell", kind: "number", cell: ({ sell }) => formatWhole(sell) },
	{ header: "Revenue", kind: "number", cell: ({ revenue }) => formatWhole(revenue) },
];

const Numbers = () => (
	<details className="mt-4">
		<summary className="py-2 font-semibold">The numbers as a table</summary>
		<DataTable
			caption="Sell and revenue by month"
			columns={columns}
			rows={records}
			rowKey={({ month }) => month}
		/>
	</details>
);

/**
 * The numbers are those of the static `/data.json`.
 * @param children the chart, in a box 400 px high that is there before it; the numbers stand below as a table
 */
export function SellingChartSection({ children }: { children?: ReactNode }) {
	return (
		<Section id="selling" title="Get selling information">
			<div className="chart-box needs-script">{children}</div>
			<Still of={Numbers} />
		</Section>
	);
}
