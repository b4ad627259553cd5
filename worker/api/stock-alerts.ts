import { stockAlertCalls } from "#contract/calls/stock-alerts.ts";
import { createApp } from "#worker/http/app.ts";
import {
	cancelStockAlert,
	listStockAlerts,
	requestStockAlert,
} from "#worker/shop/catalogue/stock-alerts.ts";
import { register, toDeleteResult } from "./calls.ts";

export const stockAlertRoutes = createApp();

register(stockAlertRoutes, stockAlertCalls.listStockAlerts, async ({ shop }) =>
	(await listStockAlerts(shop)).map(({ productId, name, createdAt }) => ({
		toolId: productId,
		name,
		createdAt: createdAt.toISOString(),
	})),
);

register(stockAlertRoutes, stockAlertCalls.requestStockAlert, async ({ shop, param }) => {
	await requestStockAlert(shop, param("id"));
	return { acknowledged: true };
});

register(stockAlertRoutes, stockAlertCalls.cancelStockAlert, async ({ shop, param }) =>
	toDeleteResult(await cancelStockAlert(shop, param("id"))),
);
