import { Outlet } from "react-router";
import { Dashboard, PendingPage } from "./dashboard.tsx";
import { NoIndex } from "./error-page.tsx";

export { ErrorPage as ErrorBoundary } from "./error-page.tsx";

/** Error pages keep the dashboard's menu. */
export const handle = { ErrorLayout: Dashboard };

/** Makes client navigations run the page guards on the server (app/features/accounts/guards.ts). */
export const loader = () => null;

export default function DashboardLayout() {
	return (
		<Dashboard>
			<NoIndex />
			<PendingPage>
				<Outlet />
			</PendingPage>
		</Dashboard>
	);
}
