import { outOfStock } from "#contract/messages.ts";
import { formatCents } from "#contract/money.ts";
import { formatCount } from "#contract/numbers.ts";
import { isOutOfStock, lowStockCeiling } from "#contract/stock.ts";

type Stock = { quantity: number; minimum: number };

/** Low: enough for one minimum order, not for two, and below `lowStockCeiling`. None: not enough for one (specification.md §9). */
function stockLevel({ quantity, minimum }: Stock): "good" | "low" | "none" {
	if (isOutOfStock({ quantity, minimum })) return "none";
	return quantity < Math.min(2 * minimum, lowStockCeiling) ? "low" : "good";
}

const tones = { good: "text-success", low: "text-accent", none: "text-error" };

export function StockLabel({ quantity, minimum }: Stock) {
	const level = stockLevel({ quantity, minimum });
	const pieces = formatCount(quantity, "piece");
	const labels = {
		good: `In stock: ${pieces}`,
		low: `Low stock: ${pieces}`,
		none: outOfStock,
	};
	return (
		<span className={`stock num text-sm font-semibold ${tones[level]}`} data-level={level}>
			{labels[level]}
		</span>
	);
}

export function Price({ cents, perPiece = false }: { cents: number; perPiece?: boolean }) {
	return (
		<span className="num">
			<strong className="font-semibold">{formatCents(cents)}</strong>
			{perPiece && <span className="text-sm text-muted"> per piece</span>}
		</span>
	);
}
