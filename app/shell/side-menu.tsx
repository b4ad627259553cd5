import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icon-names.ts";
import { PathLink } from "#app/ui/path-link.tsx";
import type { Role } from "#contract/roles.ts";

type Item = readonly [to: string, label: string, icon: IconName];

const profile: Item = ["/dashbord/myprofile", "My profile", "user"];

/** specification.md §2 "Dashboard side menu", with the overview before it, the audit log and the status behind. */
const items: Record<Role, Item[]> = {
	shopper: [
		profile,
		["/dashbord/myorders", "My Orders", "package"],
		["/dashbord/addreview", "Add Review", "star"],
	],
	admin: [
		["/dashbord/overview", "Overview", "chart-line"],
		profile,
		["/dashbord/manageAllorders", "Manage All Orders", "list-ordered"],
		["/dashbord/addproducts", "Add Products", "plus"],
		["/dashbord/makeAdmin", "Make an Admin", "shield-check"],
		["/dashbord/manageProducts", "Manage Products", "wrench"],
		["/dashbord/manageReview", "Manage Review", "message-square"],
		["/dashbord/audit", "Audit log", "history"],
		["/dashbord/status", "Status", "activity"],
	],
};

const isCurrent = (to: string, pathname: string) =>
	pathname === to || (to === profile[0] && pathname === "/dashbord");

/** The aside beside every dashboard page; on phones a popover that the navbar's button opens. */
export function SideMenu({ role, pathname }: { role: Role; pathname: string }) {
	return (
		<aside key={pathname} id="side-menu" popover="auto" className="side-menu">
			<nav aria-label="Dashboard">
				{items[role].map(([to, label, icon]) => (
					<PathLink
						key={to}
						to={to}
						prefetch="intent"
						aria-current={isCurrent(to, pathname) ? "page" : undefined}
					>
						<Icon name={icon} />
						{label}
					</PathLink>
				))}
			</nav>
		</aside>
	);
}
