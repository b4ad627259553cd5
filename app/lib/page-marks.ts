import * as v from "valibot";

/**
 * `document`: the page has no React Router in the browser (docs/decisions/documents-with-islands.md). `payment`: the page
 * contains Stripe's frames.
 */
type Mark = "document" | "payment";

export const hasMark = (handles: unknown[], mark: Mark): boolean =>
	handles.some((handle) => v.is(v.object({ [mark]: v.literal(true) }), handle));
