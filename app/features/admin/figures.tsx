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
	/** "more" and "fewer" of what is counted, "more" and "less" of money. */
	fewerWord: "fewer" | "less";
	before: string;
};

/** Above it the percentage is less clear than the earlier figure. */
const maxPercent = 999;

/** @returns how a number compares with the one before, in words: "12% more than the $1,000.00 of the 30 days before" */
export function compared(
	now: number,
	then: number,
	{ format, fewerWord, before }: Wording,
): string {
	if (then === 0) return now === 0 ? `None in ${before} either` : `None in ${before}`;
	const percent = Math.round((100 * Math.abs(now - then)) / then);
	const than = `the ${format(then)} of ${before}`;
	if (percent > maxPercent) return `Up from ${format(then)} in ${before}`;
	if (percent === 0) return `About the same as ${than}`;
	return `${formatWhole(percent)}% ${now > then ? "more" : fewerWord} than ${than}`;
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
			compared(sold[key], soldBefore[key], { format, fewerWord, before }),
		])}
	/>
);
