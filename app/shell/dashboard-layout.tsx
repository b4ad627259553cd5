import { Outlet } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import type { Route } from "./+types/dashboard-layout.ts";
import { Dashboard, PendingPage } from "./dashboard.tsx";
import { NoIndex } from "./seo-tags.tsx";

export { ErrorPage as ErrorBoundary } from "./error-page.tsx";

/** Error pages keep the dashboard's menu. */
export const handle = { ErrorLayout: Dashboard };

export function loader({ context }: Route.LoaderArgs) {
	return { role: requireAccount(context.get(shopContext)).role };
}

export default function DashboardLayout({ loaderData }: Route.ComponentProps) {
	return (
		<Dashboard role={loaderData.role}>
			<NoIndex />
			<PendingPage>
				<Outlet />
			</PendingPage>
		</Dashboard>
	);
}
