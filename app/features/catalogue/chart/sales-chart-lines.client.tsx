import { CartesianGrid, Legend, Line, LineChart, Tooltip, XAxis, YAxis } from "recharts";

/** Pieces and dollars of a day or a month. */
export type ChartPoint = { at: string; sell: number; revenue: number };

const thousands = new Intl.NumberFormat("en-US", { notation: "compact" });
const whole = new Intl.NumberFormat("en-US");
const ink = { fill: "var(--color-muted)", fontSize: 14 };
const line = { type: "linear", strokeWidth: 2.5, isAnimationActive: false } as const;

const formatFigure = (value: unknown, name: unknown): string =>
	typeof value !== "number"
		? ""
		: name === "revenue"
			? `$${whole.format(value)}`
			: whole.format(value);

/** Series sell and revenue, 400 px high (specification.md §9). Each has its own scale and dash: color alone does not tell them apart. */
export function SalesChartLines({ points, title }: { points: ChartPoint[]; title: string }) {
	return (
		<LineChart
			responsive
			data={points}
			height={400}
			width="100%"
			margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
			title={title}
		>
			<CartesianGrid stroke="var(--color-base-300)" vertical={false} />
			<XAxis dataKey="at" tick={ink} stroke="var(--color-edge)" />
			<YAxis
				yAxisId="sell"
				width={48}
				tick={ink}
				stroke="var(--color-edge)"
				tickFormatter={(pieces: number) => thousands.format(pieces)}
			/>
			<YAxis
				yAxisId="revenue"
				orientation="right"
				width={48}
				tick={ink}
				stroke="var(--color-edge)"
				tickFormatter={(dollars: number) => `$${thousands.format(dollars)}`}
			/>
			<Tooltip
				formatter={formatFigure}
				contentStyle={{
					background: "var(--color-base-100)",
					border: "1px solid var(--color-edge)",
					borderRadius: 4,
				}}
			/>
			<Legend verticalAlign="top" height={40} iconSize={28} itemSorter={null} />
			<Line {...line} yAxisId="sell" dataKey="sell" stroke="var(--color-accent)" />
			<Line
				{...line}
				yAxisId="revenue"
				dataKey="revenue"
				stroke="var(--color-info)"
				strokeDasharray="7 4"
			/>
		</LineChart>
	);
}
