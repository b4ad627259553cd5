import { CartesianGrid, Legend, Line, LineChart, Tooltip, XAxis, YAxis } from "recharts";

/** The sales of a day or a month: `sell` in pieces, `revenue` in dollars. */
export type ChartPoint = { period: string; sell: number; revenue: number };

const numberFormat = new Intl.NumberFormat("en-US");
const compactFormat = new Intl.NumberFormat("en-US", { notation: "compact" });
const axisStyle = {
	tick: { fill: "var(--color-muted)", fontSize: 14 },
	stroke: "var(--color-edge)",
};
const lineStyle = { type: "linear", strokeWidth: 2.5, isAnimationActive: false } as const;

const formatValue = (value: unknown, series: unknown): string =>
	`${series === "revenue" ? "$" : ""}${numberFormat.format(Number(value))}`;

/**
 * 400 px high (specification.md §9). Each series has its own axis and line style, for readers who cannot tell the colors apart.
 */
export const SalesChartLines = ({ points, title }: { points: ChartPoint[]; title: string }) => (
	<LineChart
		responsive
		data={points}
		height={400}
		width="100%"
		margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
		title={title}
	>
		<CartesianGrid stroke="var(--color-base-300)" vertical={false} />
		<XAxis {...axisStyle} dataKey="period" />
		<YAxis {...axisStyle} yAxisId="sell" width={48} tickFormatter={compactFormat.format} />
		<YAxis
			{...axisStyle}
			yAxisId="revenue"
			orientation="right"
			width={48}
			tickFormatter={(dollars: number) => `$${compactFormat.format(dollars)}`}
		/>
		<Tooltip
			formatter={formatValue}
			contentStyle={{
				background: "var(--color-base-100)",
				border: "1px solid var(--color-edge)",
				borderRadius: 4,
			}}
		/>
		<Legend verticalAlign="top" height={40} iconSize={28} itemSorter={null} />
		<Line {...lineStyle} yAxisId="sell" dataKey="sell" stroke="var(--color-accent)" />
		<Line
			{...lineStyle}
			yAxisId="revenue"
			dataKey="revenue"
			stroke="var(--color-info)"
			strokeDasharray="7 4"
		/>
	</LineChart>
);
