import { formatCents } from "#contract/money.ts";
import { formatInteger } from "#contract/numbers.ts";
import type { Sales } from "#worker/shop/overview/sales.ts";

type Figure = [label: string, value: string, note: string];

export const Figures = ({ figures, className }: { figures: Figure[]; className: string }) => (
	<dl className={`grid gap-4 ${className}`}>
		{figures.map(([label, value, note]) => (
			<div key={label} className="grid content-start rounded-md border border-base-300 p-5">
				<dt className="text-sm text-muted">{label}</dt>
				<dd className="num text-2xl font-bold">{value}</dd>
				<dd className="mt-2 text-sm text-muted">{note}</dd>
			</div>
		))}
	</dl>
);

type Wording = {
	format: (value: number) => string;
	fewerWord: "fewer" | "less";
	baseline: string;
};

export function describeChange(
	current: number,
	previous: number,
	{ format, fewerWord, baseline }: Wording,
): string {
	if (previous === 0) return current === 0 ? `None in ${baseline} either` : `None in ${baseline}`;
	const previousFigure = `${format(previous)} in ${baseline}`;
	// Refunds can exceed what was sold.
	if (previous < 0) return previousFigure;
	const percent = Math.round((100 * Math.abs(current - previous)) / previous);
	if (percent > 999) return `Up from ${previousFigure}`;
	if (percent === 0) return `About the same as ${previousFigure}`;
	return `${formatInteger(percent)}% ${current > previous ? "more" : fewerWord} than ${previousFigure}`;
}

type SalesProps = { sales: Sales; previousSales: Sales; baseline: string };

const salesFigures = [
	{ label: "Revenue", key: "revenueCents", format: formatCents, fewerWord: "less" },
	{ label: "Orders paid", key: "orders", format: formatInteger, fewerWord: "fewer" },
	{ label: "Pieces sold", key: "pieces", format: formatInteger, fewerWord: "fewer" },
] as const;

export const SalesFigures = ({ sales, previousSales, baseline }: SalesProps) => (
	<Figures
		className="sm:grid-cols-3"
		figures={salesFigures.map(({ label, key, format, fewerWord }) => [
			label,
			format(sales[key]),
			describeChange(sales[key], previousSales[key], { format, fewerWord, baseline }),
		])}
	/>
);
