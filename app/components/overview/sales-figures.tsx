import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import type { Sales } from "#worker/shop/overview/sales.ts";
import { compared } from "./compared.ts";

type Props = { sold: Sales; soldBefore: Sales; before: string };

const figures = [
	{ label: "Revenue", key: "revenueCents", spell: formatCents, less: "less" },
	{ label: "Orders paid", key: "orders", spell: formatWhole, less: "fewer" },
	{ label: "Pieces sold", key: "pieces", spell: formatWhole, less: "fewer" },
] as const;

/** What was sold in the period, and in words how that compares with the one before. */
export const SalesFigures = ({ sold, soldBefore, before }: Props) => (
	<dl className="grid gap-4 sm:grid-cols-3">
		{figures.map(({ label, key, spell, less }) => (
			<div key={key} className="grid content-start rounded-md border border-base-300 p-5">
				<dt className="text-sm text-muted">{label}</dt>
				<dd className="num text-2xl font-bold">{spell(sold[key])}</dd>
				<dd className="mt-2 text-sm text-muted">
					{compared(sold[key], soldBefore[key], { spell, less, before })}
				</dd>
			</div>
		))}
	</dl>
);
