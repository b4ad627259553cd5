import { Dashboard } from "#app/shell/dashboard.tsx";
import { ShopError } from "#contract/errors.ts";

/** Below /dashbord the menu stays. */
export const handle = { Frame: Dashboard };

export function loader() {
	throw new ShopError("not_found");
}

/** Never rendered: a route without a component would answer data, not a page. */
export default function NotFound() {
	return null;
}
