import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { products } from "#worker/db/schema.ts";

/** `getUnitPriceCents` (contract/price-breaks.ts) in SQL. The last break that applies has the lowest price, because each break lowers it. */
export const selectUnitPrice = (quantity: SQLWrapper | number): SQL<number> =>
	sql`coalesce((select min(price_break.value ->> 1) from json_each(${products.priceBreaks}) as price_break
		where price_break.value ->> 0 <= ${quantity}), ${products.priceCents})`;
