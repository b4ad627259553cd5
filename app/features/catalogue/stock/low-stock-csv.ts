import { shopContext } from "#app/lib/context.ts";
import { readTableQuery } from "#app/ui/table/table-query.ts";
import { createCsvHeaders } from "#contract/csv.ts";
import { exportLowStock } from "#worker/shop/catalogue/low-stock.ts";
import type { Route } from "./+types/low-stock-csv.ts";
import { lowStockFilters } from "./low-stock-filters.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
	const query = readTableQuery(url, lowStockFilters);
	const csv = await exportLowStock(context.get(shopContext), query);
	return new Response(csv, { headers: createCsvHeaders("reorder") });
}
