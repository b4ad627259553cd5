import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { products } from "#worker/db/schema.ts";

/** `getUnitPriceCents` (contract/price-breaks.ts) in SQL. Prices decrease from break to break, so the last break that applies has the lowest price. */
export const selectUnitPrice = (quantity: SQLWrapper | number): SQL<number> =>
	sql`coalesce((select min(price_break.value ->> 1) from json_each(${products.priceBreaks}) as price_break
		where price_break.value ->> 0 <= ${quantity}), ${products.priceCents})`;
