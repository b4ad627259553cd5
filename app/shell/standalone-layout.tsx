import { Outlet } from "react-router";
import { NoIndex } from "./seo-tags.tsx";

export { ErrorPage as ErrorBoundary } from "./error-page.tsx";

/** Its pages are apps of React Router, as those of the dashboard, for visitors who have no account. */
export const handle = { standalone: true };

export default function StandaloneLayout() {
	return (
		<>
			<NoIndex />
			<Outlet />
		</>
	);
}
