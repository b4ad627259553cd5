type Stock = { quantity: number; minimum: number };

/** Stock of this many units or more is never low, however large the minimum order is. */
export const lowStockCeiling = 1_000;

/** specification.md §9 */
export const isOutOfStock = ({ quantity, minimum }: Stock): boolean => quantity < minimum;

/** Why a stock changed. The values are labels, the keys are stored in the database. */
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

export const stockReasonNames = /* @__PURE__ */ Object.keys(stockReasons) as StockReason[];

/** The reasons that staff can give for a change. */
export const editReasons = ["correction", "delivery"] as const satisfies StockReason[];

export type EditReason = (typeof editReasons)[number];

/** How long a reorder should last, in weeks. */
export const coverWeeks = ["4", "8", "12"] as const;

/** The number of past days whose sales predict the next weeks. */
export const paceDays = ["30", "90"] as const;

export type Forecast = { weeks: (typeof coverWeeks)[number]; days: (typeof paceDays)[number] };
