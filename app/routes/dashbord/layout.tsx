import { Outlet, useLocation } from "react-router";
import { PendingPage } from "#app/components/dashboard/pending-page.tsx";
import { SideMenu } from "#app/components/dashboard/side-menu.tsx";
import { shopContext } from "#app/context.ts";
import { requireAccount } from "#worker/auth/guards.ts";
import type { Route } from "./+types/layout.ts";

/** The role decides the menu (specification.md §2 "Dashboard side menu"). */
export function loader({ context }: Route.LoaderArgs) {
	return { role: requireAccount(context.get(shopContext)).role };
}

export default function DashboardLayout({ loaderData }: Route.ComponentProps) {
	const { pathname } = useLocation();
	return (
		<main id="main" tabIndex={-1} className="wide dashboard">
			<SideMenu role={loaderData.role} pathname={pathname} />
			<div>
				<PendingPage>
					<Outlet />
				</PendingPage>
			</div>
		</main>
	);
}
