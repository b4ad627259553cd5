import { Hono } from "hono";
import { stockWaitCalls } from "#contract/calls/stock-waits.ts";
import type { AppEnv } from "#worker/http/request-context.ts";
import { listStockWaits, stopWaiting, waitForStock } from "#worker/shop/catalogue/stock-waits.ts";
import { deleteResult, register } from "./calls.ts";

export const stockWaitRoutes = new Hono<AppEnv>();

register(stockWaitRoutes, stockWaitCalls.listStockWaits, async ({ shop }) =>
	(await listStockWaits(shop)).map(({ productId, name, createdAt }) => ({
		toolId: productId,
		name,
		createdAt: createdAt.toISOString(),
	})),
);

register(stockWaitRoutes, stockWaitCalls.waitForStock, async ({ shop, param }) => {
	await waitForStock(shop, param("id"));
	return { acknowledged: true };
});

register(stockWaitRoutes, stockWaitCalls.stopWaiting, async ({ shop, param }) =>
	deleteResult(await stopWaiting(shop, param("id"))),
);
