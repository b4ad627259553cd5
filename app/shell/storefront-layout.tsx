import { Outlet } from "react-router";
import { Sharing } from "./sharing.tsx";

export { ErrorPage as ErrorBoundary } from "./error-page.tsx";

/** Around every page but those of the dashboard. Each has its own `<main>`. */
export default function StorefrontLayout() {
	return (
		<>
			<Sharing />
			<Outlet />
		</>
	);
}
