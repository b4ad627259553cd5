/**
 * `document`: the page has no React Router in the browser (docs/decisions/documents-with-islands.md). `payment`: the page
 * contains Stripe's frames. `standalone`: it is an app without the dashboard and its menu.
 */
type Flag = "document" | "payment" | "standalone";

export const hasFlag = (handles: unknown[], flag: Flag): boolean =>
	handles.some((handle) => handle instanceof Object && flag in handle);
