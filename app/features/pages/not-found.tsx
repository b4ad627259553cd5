import { ShopError } from "#contract/errors.ts";
import { failure } from "#contract/messages.ts";

export const handle = { static: true };

export function loader() {
	throw new ShopError("missing", failure.notFound);
}

/** Never rendered: a route without a component would answer data, not a page. */
export default function NotFound() {
	return null;
}
