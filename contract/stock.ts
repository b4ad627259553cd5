type Stock = { quantity: number; minimum: number };

/** From this many units, stock is never low, however large the minimum order is. */
export const lowStockCeiling = 1_000;

/** specification.md §9 */
export const isOutOfStock = ({ quantity, minimum }: Stock): boolean => quantity < minimum;
