import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { Role } from "#contract/roles.ts";
import { SideMenu } from "./side-menu.tsx";

/** Every page of the dashboard: its menu, and the page beside it. */
export function Dashboard({ role, children }: { role: Role; children: ReactNode }) {
	const { pathname } = useLocation();
	return (
		<main id="main" tabIndex={-1} className="wide dashboard">
			<SideMenu role={role} pathname={pathname} />
			<div>{children}</div>
		</main>
	);
}
