import { Outlet } from "react-router";
import { NoIndex } from "./error-page.tsx";

export { ErrorPage as ErrorBoundary } from "./error-page.tsx";

/** Its pages are hydrated by React Router, like those of the dashboard, but are for visitors without an account. */
export const handle = { standalone: true };

export default function StandaloneLayout() {
	return (
		<>
			<NoIndex />
			<Outlet />
		</>
	);
}
