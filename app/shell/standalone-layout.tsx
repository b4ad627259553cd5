import { Outlet } from "react-router";
import { NoIndex } from "./error-page.tsx";

export { ErrorPage as ErrorBoundary } from "./error-page.tsx";

/** Like the dashboard's pages, these run React Router in the browser, but they are for visitors without an account. */
export const handle = { standalone: true };

export default function StandaloneLayout() {
	return (
		<>
			<NoIndex />
			<Outlet />
		</>
	);
}
