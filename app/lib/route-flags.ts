import * as v from "valibot";

/**
 * `document`: the page has no React Router in the browser (docs/decisions/documents-with-islands.md). `payment`: the page
 * contains Stripe's frames.
 */
type Flag = "document" | "payment";

export const hasFlag = (handles: unknown[], flag: Flag): boolean =>
	handles.some((handle) => v.is(v.object({ [flag]: v.literal(true) }), handle));
