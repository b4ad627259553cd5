import { formatCents } from "#contract/money.ts";
import { formatWhole } from "#contract/numbers.ts";
import type { Sales } from "#worker/shop/overview/sales.ts";
import { compared } from "./compared.ts";
import { Figures } from "./figures.tsx";

type Props = { sold: Sales; soldBefore: Sales; before: string };

const figures = [
	{ label: "Revenue", key: "revenueCents", spell: formatCents, less: "less" },
	{ label: "Orders paid", key: "orders", spell: formatWhole, less: "fewer" },
	{ label: "Pieces sold", key: "pieces", spell: formatWhole, less: "fewer" },
] as const;

/** What was sold in the period, and in words how that compares with the one before. */
export const SalesFigures = ({ sold, soldBefore, before }: Props) => (
	<Figures
		className="sm:grid-cols-3"
		figures={figures.map(({ label, key, spell, less }) => ({
			label,
			value: spell(sold[key]),
			note: compared(sold[key], soldBefore[key], { spell, less, before }),
		}))}
	/>
);
