type Stock = { quantity: number; minimum: number };

/** Stock of this many pieces or more is never low, however large the minimum order is. */
export const lowStockCeiling = 1_000;

/** specification.md §9 */
export const isOutOfStock = ({ quantity, minimum }: Stock): boolean => quantity < minimum;

/** The label of a tool that is out of stock. */
export const outOfStock = "Out of stock";

/** The label, for staff, of a tool that is out of stock: it may have pieces left, but fewer than the minimum order. */
export const getShortageLabel = ({ quantity }: Pick<Stock, "quantity">) =>
	quantity > 0 ? "Below minimum" : outOfStock;

/** Why the stock of a product changed. The values are labels, the keys are stored in the database. */
export const stockReasons = {
	opening: "Opening stock",
	created: "Product added",
	order: "Order",
	cancel: "Order canceled",
	refund: "Order refunded",
	delivery: "Delivery",
	correction: "Correction",
	import: "Import",
	unknown: "Changed outside the shop",
} as const satisfies Record<string, string>;

export type StockReason = keyof typeof stockReasons;

export const stockReasonNames = Object.keys(stockReasons) as StockReason[];

/** The reasons that staff can give for a change. */
export const editReasons = ["correction", "delivery"] as const satisfies StockReason[];

export type EditReason = (typeof editReasons)[number];

/** How many weeks a reorder can cover. */
export const reorderWeeks = ["4", "8", "12"] as const;

/** How many past days of sales the prediction can use. */
export const salesDays = ["30", "90"] as const;

export type ReorderPeriods = {
	weeks: (typeof reorderWeeks)[number];
	days: (typeof salesDays)[number];
};
