import { Dashboard } from "#app/shell/dashboard.tsx";
import { ShopError } from "#contract/errors.ts";

/** Error pages below /dashbord keep the dashboard's menu. */
export const handle = { ErrorLayout: Dashboard };

export function loader() {
	throw new ShopError("not_found");
}

export const action = loader;

/** Never rendered, but a route without a component would respond with data instead of a page. */
export default function NotFound() {
	return null;
}
