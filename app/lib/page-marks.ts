import * as v from "valibot";

/**
 * What a route says of its page, in its `handle`. `document`: the page has no React Router in the browser
 * (docs/decisions/documents-with-islands.md). `payment`: Stripe's frames are in it.
 */
type Mark = "document" | "payment";

/** @param handles of the page's route and those around it */
export const hasMark = (handles: unknown[], mark: Mark): boolean =>
	handles.some((handle) => v.is(v.object({ [mark]: v.literal(true) }), handle));
