import { stockAlertsPath } from "./shop.ts";

/** The page on which visitors request a stock alert once they have an account. */
export const stockAlertPath = (tool: string): string =>
	`${stockAlertsPath}?${new URLSearchParams({ tool })}`;

/** Returns the tool in the path from `stockAlertPath`; null for any other path. */
export const getStockAlertTool = (path: string | null): string | null =>
	/^\/dashbord\/backinstock\?tool=([\da-f]{24})$/.exec(path ?? "")?.[1] ?? null;
