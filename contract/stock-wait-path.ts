import { backInStockPath } from "./shop.ts";

/** The page that asks for an email when the tool is back, once its visitor has an account. */
export const getStockWaitPath = (tool: string): string =>
	`${backInStockPath}?${new URLSearchParams({ tool })}`;

/** Returns the tool of a `getStockWaitPath`; null for any other path. */
export const getStockWaitTool = (path: string | null): string | null =>
	/^\/dashbord\/backinstock\?tool=([\da-f]{24})$/.exec(path ?? "")?.[1] ?? null;
