import { stockAlertsPath } from "./shop.ts";

/** The page on which visitors request a stock alert once they have an account. */
export const requestStockAlertPath = (toolId: string): string =>
	`${stockAlertsPath}?${new URLSearchParams({ tool: toolId })}`;

/** Returns the tool's ID in the path from `requestStockAlertPath`; null for any other path. */
export const getStockAlertTool = (path: string | null): string | null =>
	/^\/dashbord\/backinstock\?tool=([\da-f]{24})$/.exec(path ?? "")?.[1] ?? null;
