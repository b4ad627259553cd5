/** Stock and minimum order, in units. */
type Stock = { quantity: number; minimum: number };

/** A stock of at least this many units is never low, however large the minimum order is. */
export const lowStockCeiling = 1_000;

/** A product is out of stock if its stock is below the minimum order (specification.md §9). */
export const isOutOfStock = ({ quantity, minimum }: Stock): boolean => quantity < minimum;
