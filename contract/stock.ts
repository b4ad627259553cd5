type Stocked = { quantity: number; minimum: number };

/** Out of stock is a quantity below the minimum order (specification.md §9). Both in pieces. */
export const isOutOfStock = ({ quantity, minimum }: Stocked): boolean => quantity < minimum;
