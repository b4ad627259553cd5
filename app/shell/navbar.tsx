import { SearchBox, SearchButton } from "#app/features/catalogue/search/search-box.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Wordmark } from "#app/ui/wordmark.tsx";
import type { Role } from "#contract/roles.ts";

type Props = {
	/** Null if nobody is signed in; undefined if that is unknown, as on an error page. */
	account: { email: string; name: string; role: Role } | null | undefined;
	pathname: string;
	/** Whether the page has the dashboard's menu. */
	hasSideMenu: boolean;
};

const isCurrent = (to: string, pathname: string) =>
	to === "/" ? pathname === "/" : pathname === to || pathname.startsWith(`${to}/`);

/** specification.md §2. On phones its links are a popover, which `key` closes after a client navigation. */
export function Navbar({ account, pathname, hasSideMenu }: Props) {
	const links = [
		["/", "Home"],
		...(account ? [["/dashbord", "Dashbord"]] : []),
		["/blogs", "Blogs"],
		["/potfolio", "Portfolio"],
		...(account === null ? [["/login", "Login"]] : []),
	] as const;
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
