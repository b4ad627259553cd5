import { shopContext } from "#app/lib/context.ts";
import { readTableQuery } from "#app/ui/table/table-query.ts";
import { createCsvHeaders } from "#contract/csv.ts";
import { orderTableFilters } from "#contract/order-filters.ts";
import { exportOrders } from "#worker/shop/orders/export.ts";
import type { Route } from "./+types/orders-csv.ts";

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const shop = context.get(shopContext);
	const csv =
		request.method === "HEAD"
			? null
			: await exportOrders(shop, readTableQuery(url, orderTableFilters));
	return new Response(csv, { headers: createCsvHeaders("orders") });
}
