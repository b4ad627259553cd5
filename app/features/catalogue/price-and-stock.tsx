import { formatCents } from "#contract/money.ts";
import { formatCount } from "#contract/numbers.ts";
import { isOutOfStock, lowStockCeiling, outOfStock } from "#contract/stock.ts";

type Stock = { quantity: number; minimum: number };

/** specification.md §9. Stock is low if it is less than two minimum orders and less than `lowStockCeiling`. */
function describeStock(
	stock: Stock,
	shortageLabel: string = outOfStock,
): { label: string; className: string } {
	const { quantity, minimum } = stock;
	if (isOutOfStock(stock)) return { label: shortageLabel, className: "text-error" };
	const pieces = formatCount(quantity, "piece");
	return quantity < Math.min(2 * minimum, lowStockCeiling)
		? {
				label: `Low stock: ${pieces}`,
				className: "text-accent before:bg-current before:forced-color-adjust-none",
			}
		: {
				label: `In stock: ${pieces}`,
				className: "text-success before:bg-current before:forced-color-adjust-none",
			};
}

const dotClass =
	"before:me-2 before:inline-block before:size-2 before:rounded-full before:border-2 before:border-current";

/** `shortageLabel`: the label of a tool that is out of stock. */
export function StockLabel({ shortageLabel, ...stock }: Stock & { shortageLabel?: string }) {
	const { label, className } = describeStock(stock, shortageLabel);
	return <span className={`num text-sm font-semibold ${dotClass} ${className}`}>{label}</span>;
}

export const Price = ({ cents, perPiece = false }: { cents: number; perPiece?: boolean }) => (
	<span className="num">
		<strong className="font-semibold">{formatCents(cents)}</strong>
		{perPiece && <span className="text-sm text-muted"> per piece</span>}
	</span>
);
