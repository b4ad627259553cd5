import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import type { Sales } from "#worker/shop/overview/sales.ts";

type Figure = {
	label: string;
	/** As it is read. */
	value: string;
	note: string;
};

/** Numbers that are looked at first, each in its box with a word on it. */
export const Figures = ({ figures, className }: { figures: Figure[]; className: string }) => (
	<dl className={`grid gap-4 ${className}`}>
		{figures.map(({ label, value, note }) => (
			<div key={label} className="grid content-start rounded-md border border-base-300 p-5">
				<dt className="text-sm text-muted">{label}</dt>
				<dd className="num text-2xl font-bold">{value}</dd>
				<dd className="mt-2 text-sm text-muted">{note}</dd>
			</div>
		))}
	</dl>
);

type Wording = {
	/** A number as it is read: "1,234", "$12.50". */
	spell: (number: number) => string;
	/** "more" and "fewer" of what is counted, "more" and "less" of money. */
	less: "fewer" | "less";
	/** What it is compared with: "the 30 days before". */
	before: string;
};

/** Above it a percentage says less than the number it began with. */
const muchMore = 999;

/** @returns how a number compares with the one before, in words: "12% more than the $1,000.00 of the 30 days before" */
export function compared(now: number, then: number, { spell, less, before }: Wording): string {
	if (then === 0) return now === 0 ? `None in ${before} either` : `None in ${before}`;
	const percent = Math.round((100 * Math.abs(now - then)) / then);
	const than = `the ${spell(then)} of ${before}`;
	if (percent > muchMore) return `Up from ${spell(then)} in ${before}`;
	if (percent === 0) return `About the same as ${than}`;
	return `${formatWhole(percent)}% ${now > then ? "more" : less} than ${than}`;
}

type SalesProps = { sold: Sales; soldBefore: Sales; before: string };

const salesFigures = [
	{ label: "Revenue", key: "revenueCents", spell: formatCents, less: "less" },
	{ label: "Orders paid", key: "orders", spell: formatWhole, less: "fewer" },
	{ label: "Pieces sold", key: "pieces", spell: formatWhole, less: "fewer" },
] as const;

/** What was sold in the period, and in words how that compares with the one before. */
export const SalesFigures = ({ sold, soldBefore, before }: SalesProps) => (
	<Figures
		className="sm:grid-cols-3"
		figures={salesFigures.map(({ label, key, spell, less }) => ({
			label,
			value: spell(sold[key]),
			note: compared(sold[key], soldBefore[key], { spell, less, before }),
		}))}
	/>
);
