type Stocked = { quantity: number; minimum: number };

/** From this many pieces on, stock never counts as low, however large the minimum order is. */
export const neverLowFrom = 1_000;

/** Out of stock is a quantity below the minimum order (specification.md §9). Both in pieces. */
export const isOutOfStock = ({ quantity, minimum }: Stocked): boolean => quantity < minimum;
