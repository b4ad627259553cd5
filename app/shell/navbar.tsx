import { SearchBox, SearchButton } from "#app/features/catalogue/search/search-box.tsx";
import type { RootData } from "#app/root-data.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Wordmark } from "#app/ui/wordmark.tsx";

type Props = {
	/** Null if nobody is signed in; undefined if that is unknown, as on an error page. */
	account: NonNullable<RootData["account"]> | null | undefined;
	pathname: string;
	/** Whether the page has the dashboard's menu. */
	hasSideMenu: boolean;
};

const isCurrent = (to: string, pathname: string) =>
	to === "/" ? pathname === "/" : pathname === to || pathname.startsWith(`${to}/`);

/**
 * A script fills in the count (app/client/basket-fields.ts), because public pages are the same for everyone. On phones, the dashboard's
 * navbar has no room for the link.
 */
const BasketLink = ({ pathname, hasSideMenu }: Pick<Props, "pathname" | "hasSideMenu">) => (
	<a
		href="/basket"
		className={`basket-link ${hasSideMenu ? "max-md:hidden" : ""}`}
		aria-current={isCurrent("/basket", pathname) ? "page" : undefined}
	>
		<Icon name="shopping-basket" size={24} />
		<span className="sr-only">Basket</span>
		<span data-basket-count className="num" />
	</a>
);

/** See specification.md §2. On phones, the links are in a popover; a new `key` closes it after a client navigation. */
export function Navbar({ account, pathname, hasSideMenu }: Props) {
	const links = [
		["/", "Home"],
		...(account ? [["/dashbord", "Dashbord"]] : []),
		["/blogs", "Blogs"],
		["/potfolio", "Portfolio"],
		...(account === null ? [["/login", "Login"]] : []),
	] as const;
	const isStaff = account && !account.capabilities.includes("orders:place");
	return (
		<header className="site-header graphite">
			<div className="wide flex h-full items-center gap-2">
				<a href="/" className="me-auto flex py-2 *:flex">
					<Wordmark />
				</a>
				{hasSideMenu && (
					<button
						type="button"
						className="bar-button"
						popoverTarget="side-menu"
						aria-label="Dashboard menu"
					>
						<Icon name="panel-left" size={24} />
					</button>
				)}
				<SearchBox pathname={pathname} />
				<SearchButton />
				{!isStaff && <BasketLink pathname={pathname} hasSideMenu={hasSideMenu} />}
				<button type="button" className="bar-button" popoverTarget="site-nav" aria-label="Menu">
					<Icon name="menu" size={24} />
				</button>
				<nav
					key={pathname}
					id="site-nav"
					popover="auto"
					className="site-nav max-md:graphite"
					aria-label="Main"
				>
					{links.map(([to, label]) => (
						<a key={to} href={to} aria-current={isCurrent(to, pathname) ? "page" : undefined}>
							{label}
						</a>
					))}
					{account && (
						<form method="post" action="/login">
							<button type="submit" name="intent" value="signout">
								SignOut
							</button>
						</form>
					)}
				</nav>
			</div>
		</header>
	);
}
