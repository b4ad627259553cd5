/**
 * `document`: the page does not run React Router in the browser (docs/decisions/documents-and-dashboard.md). `payment`: it contains Stripe's
 * frames. `standalone`: it runs React Router, but has no dashboard menu.
 */
type Flag = "document" | "payment" | "standalone";

export const hasFlag = (handles: unknown[], flag: Flag): boolean =>
	handles.some((handle) => handle instanceof Object && flag in handle);
