type Stocked = { quantity: number; minimum: number };

/** As many pieces are not few, however large an order has to be. */
export const manyPieces = 1_000;

/** Out of stock is a quantity below the minimum order (specification.md §9). Both in pieces. */
export const isOutOfStock = ({ quantity, minimum }: Stocked): boolean => quantity < minimum;
