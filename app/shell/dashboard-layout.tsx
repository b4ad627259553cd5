import { Outlet } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { requireAccount } from "#worker/auth/authorize.ts";
import type { Route } from "./+types/dashboard-layout.ts";
import { Dashboard, PendingPage } from "./dashboard.tsx";
import { NotForSearch } from "./seo-tags.tsx";

export { ErrorPage as ErrorBoundary } from "./error-page.tsx";

/** Errors keep the menu beside them. */
export const handle = { Frame: Dashboard };

/** The role decides the menu (specification.md §2 "Dashboard side menu"). */
export function loader({ context }: Route.LoaderArgs) {
	return { role: requireAccount(context.get(shopContext)).role };
}

export default function DashboardLayout({ loaderData }: Route.ComponentProps) {
	return (
		<Dashboard role={loaderData.role}>
			<NotForSearch />
			<PendingPage>
				<Outlet />
			</PendingPage>
		</Dashboard>
	);
}
