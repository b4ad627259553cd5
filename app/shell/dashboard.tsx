import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { useAccount } from "#app/root-data.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { IconName } from "#app/ui/icon-names.ts";
import { PrefetchLink } from "#app/ui/prefetch-link.tsx";

type MenuItem = readonly [to: string, label: string, icon: IconName];

const profile: MenuItem = ["/dashbord/myprofile", "My profile", "user"];

/** The items of specification.md §2 "Dashboard side menu", and those of features that the shop added. */
const menuItems: MenuItem[] = [
	["/dashbord/overview", "Overview", "chart-line"],
	profile,
	["/dashbord/myorders", "My Orders", "package"],
	["/dashbord/myquotes", "My Quotes", "file-text"],
	["/dashbord/lists", "Saved Lists", "list-ordered"],
	["/dashbord/addreview", "Add Review", "message-square"],
	["/dashbord/manageAllorders", "Manage All Orders", "list-ordered"],
	["/dashbord/new-order", "New Order", "plus"],
	["/dashbord/quotes", "Quotes", "file-text"],
	["/dashbord/packing", "Packing Slips", "package"],
	["/dashbord/ship", "Ship Orders", "truck"],
	["/dashbord/addproducts", "Add Products", "plus"],
	["/dashbord/makeAdmin", "Make an Admin", "shield-check"],
	["/dashbord/manageProducts", "Manage Products", "wrench"],
	["/dashbord/stock", "Low stock", "package"],
	["/dashbord/import", "Import Products", "upload"],
	["/dashbord/manageReview", "Manage Review", "message-square"],
	["/dashbord/messages", "Messages", "mail"],
	["/dashbord/subscribers", "Newsletter", "users"],
	["/dashbord/money", "Money", "credit-card"],
	["/dashbord/audit", "Audit log", "history"],
	["/dashbord/status", "Status", "activity"],
];

export const menuPaths = menuItems.map(([to]) => to);

/** Pages whose paths are not below that of their menu item, and the items to highlight for them. */
const highlightedItems: [path: RegExp, items: string[]][] = [
	[/\/dashbord\/?$|\/(?:addresses|backinstock|deleteaccount|passkeys|twofactor)/, [profile[0]]],
	[
		/\/(?:orders|payment|checkout|invoice|refund)\//,
		["/dashbord/myorders", "/dashbord/manageAllorders"],
	],
	[/\/updateproducts\//, ["/dashbord/manageProducts"]],
	[/\/requestquote/, ["/dashbord/myquotes"]],
];

const isCurrent = (to: string, pathname: string) =>
	`${pathname}/`.startsWith(`${to}/`) ||
	highlightedItems.some(([path, items]) => items.includes(to) && path.test(pathname));

/** On phones, a popover that a button in the navbar opens. */
function SideMenu({ pathname }: { pathname: string }) {
	const visiblePaths = useAccount()?.menu ?? [];
	const visibleItems = menuItems.filter(([to]) => visiblePaths.includes(to));
	const menu = useRef<HTMLElement>(null);
	const { key } = useLocation();
	// Closes the menu after a navigation. Not on mount: it may be opened before hydration.
	useEffect(() => () => void menu.current?.togglePopover?.(false), [key]);
	return (
		<aside ref={menu} id="side-menu" popover="auto" className="side-menu">
			<nav aria-label="Dashboard" className="grid">
				{visibleItems.map(([to, label, icon]) => (
					<PrefetchLink
						key={to}
						to={to}
						aria-current={isCurrent(to, pathname) ? "page" : undefined}
					>
						<Icon name={icon} />
						{label}
					</PrefetchLink>
				))}
			</nav>
		</aside>
	);
}

export function Dashboard({ children }: { children: ReactNode }) {
	const { pathname } = useLocation();
	return (
		<main
			id="main"
			tabIndex={-1}
			className="wide grid gap-x-10 gap-y-6 pt-6 pb-16 md:grid-cols-[208px_minmax(0,1fr)] print:block print:p-0"
		>
			<Suspense>
				<SideMenu pathname={pathname} />
			</Suspense>
			<div>{children}</div>
		</main>
	);
}

const Skeleton = () => (
	<div role="status" aria-label="Loading the page" className="grid gap-2">
		{Array.from({ length: 8 }, (_, row) => (
			<div key={row} className="h-11 rounded-sm bg-base-200" />
		))}
	</div>
);

/** The current page stays visible for this long, so that a fast navigation does not flicker. */
const skeletonDelayMs = 300;

function useSlowNavigation(): boolean {
	const { state, location } = useNavigation();
	const { pathname } = useLocation();
	const isLeaving = state === "loading" && location.pathname !== pathname;
	const [isSlow, setIsSlow] = useState(false);
	useEffect(() => {
		if (!isLeaving) return;
		const timer = setTimeout(setIsSlow, skeletonDelayMs, true);
		return () => {
			clearTimeout(timer);
			setIsSlow(false);
		};
	}, [isLeaving]);
	return isLeaving && isSlow;
}

export function PendingPage({ children }: { children: ReactNode }) {
	return useSlowNavigation() ? <Skeleton /> : children;
}
