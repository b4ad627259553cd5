import { Outlet } from "react-router";
import { Dashboard } from "#app/components/dashboard/dashboard.tsx";
import { PendingPage } from "#app/components/dashboard/pending-page.tsx";
import { NotForSearch } from "#app/components/sharing.tsx";
import { shopContext } from "#app/context.ts";
import { requireAccount } from "#worker/auth/guards.ts";
import type { Route } from "./+types/layout.ts";

export { ErrorPage as ErrorBoundary } from "#app/components/error-page.tsx";

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
