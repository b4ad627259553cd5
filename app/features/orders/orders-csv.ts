import { shopContext } from "#app/lib/context.ts";
import { readTableQuery } from "#app/ui/table/table-query.ts";
import { createCsvHeaders } from "#contract/csv.ts";
import { exportOrders } from "#worker/shop/orders/export.ts";
import type { Route } from "./+types/orders-csv.ts";
import { orderFilters } from "./order-filters.ts";

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const orders =
		request.method === "HEAD" ? null : await exportOrders(shop, readTableQuery(url, orderFilters));
	return new Response(orders, { headers: createCsvHeaders("orders") });
}
