import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
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
	format: (number: number) => string;
	/** "fewer" for counts, "less" for money. */
	fewerWord: "fewer" | "less";
	/** The earlier period: "the 30 days before". */
	before: string;
};

/** Above this, the earlier figure says more than a percentage. */
const maxPercent = 999;

/** Describes a change: "12% more than the $1,000.00 of the 30 days before". */
export function describeChange(
	current: number,
	previous: number,
	{ format, fewerWord, before }: Wording,
): string {
	if (previous === 0) return current === 0 ? `None in ${before} either` : `None in ${before}`;
	const percent = Math.round((100 * Math.abs(current - previous)) / previous);
	const than = `the ${format(previous)} of ${before}`;
	if (percent > maxPercent) return `Up from ${format(previous)} in ${before}`;
	if (percent === 0) return `About the same as ${than}`;
	return `${formatWhole(percent)}% ${current > previous ? "more" : fewerWord} than ${than}`;
}

type SalesProps = { sold: Sales; soldBefore: Sales; before: string };

const salesFigures = [
	{ label: "Revenue", key: "revenueCents", format: formatCents, fewerWord: "less" },
	{ label: "Orders paid", key: "orders", format: formatWhole, fewerWord: "fewer" },
	{ label: "Pieces sold", key: "pieces", format: formatWhole, fewerWord: "fewer" },
] as const;

export const SalesFigures = ({ sold, soldBefore, before }: SalesProps) => (
	<Figures
		className="sm:grid-cols-3"
		figures={salesFigures.map(({ label, key, format, fewerWord }) => [
			label,
			format(sold[key]),
			describeChange(sold[key], soldBefore[key], { format, fewerWord, before }),
		])}
	/>
);
