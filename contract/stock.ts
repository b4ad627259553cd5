type Stock = { quantity: number; minimum: number };

/** Stock of this many units or more is never low, however large the minimum order is. */
export const lowStockCeiling = 1_000;

/** specification.md §9 */
export const isOutOfStock = ({ quantity, minimum }: Stock): boolean => quantity < minimum;
