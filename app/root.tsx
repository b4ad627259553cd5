import clientEntry, { appUrls } from "virtual:client-entry";
import { type ReactNode, useSyncExternalStore } from "react";
import {
	Links,
	Meta,
	Outlet,
	Scripts,
	ScrollRestoration,
	useLocation,
	useMatches,
	useNavigation,
	useRouteLoaderData,
} from "react-router";
import { canOpen } from "#contract/permissions.ts";
import { can, getCapabilities } from "#contract/roles.ts";
import type { Route } from "./+types/root.ts";
import styles from "./app.css?url";
import { readTheme, watchTheme } from "./client/theme.ts";
import { guardPages } from "./features/accounts/guards.ts";
import font from "./fonts/archivo-core.woff2?url";
import { cookiesContext, isPrefetch, shopContext } from "./lib/context.ts";
import { keepForm } from "./lib/keep-form.client.ts";
import { pageMeta } from "./lib/page-meta.ts";
import { hasFlag } from "./lib/route-flags.ts";
import { type RootData, useAccount } from "./root-data.ts";
import { menuPaths } from "./shell/dashboard.tsx";
import { DashboardScripts } from "./shell/dashboard-scripts.tsx";
import { getStatus } from "./shell/error-page.tsx";
import { Footer } from "./shell/footer.tsx";
import { Navbar } from "./shell/navbar.tsx";
import { DashboardToasts, DocumentToasts } from "./shell/toasts.tsx";

export { ErrorPage as ErrorBoundary } from "./shell/error-page.tsx";

export const middleware: Route.MiddlewareFunction[] = [guardPages];
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepForm];

export const links: Route.LinksFunction = () => [
	{ rel: "preload", href: font, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
	{ rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
	{ rel: "apple-touch-icon", href: "/icons/icon-192.png" },
	{ rel: "manifest", href: "/site.webmanifest" },
];

export const meta: Route.MetaFunction = ({ error }) =>
	pageMeta(error === undefined ? null : String(getStatus(error)));

export function loader({ context, request }: Route.LoaderArgs): RootData {
	const { account, origin } = context.get(shopContext);
	return {
		origin,
		account: account && {
			email: account.email,
			name: account.name,
			role: account.role,
			capabilities: getCapabilities(account.role).filter((capability) => can(account, capability)),
			menu: account.mustAddSecondFactor
				? []
				: menuPaths.filter((path) => canOpen(account.role, path)),
		},
		flash: isPrefetch(request) ? null : context.get(cookiesContext).takeFlash(),
	};
}

/** React must render `data-theme`, too, because it removes unknown attributes when an error page replaces the document. */
function useTheme(): string | undefined {
	const theme = useSyncExternalStore(watchTheme, readTheme, () => "system");
	return theme === "system" ? undefined : theme;
}

/**
 * Loads the dashboard's scripts after styles and fonts. `<Scripts>` preloads them without a priority, which browsers treat as high. Must be
 * rendered before `<Scripts>`, because a script is fetched with the priority of its first preload.
 */
const ScriptPreloads = () =>
	appUrls.map((url) => <link key={url} rel="modulepreload" href={url} fetchPriority="low" />);

/** Shows a line at the top while the next page loads. Its animation starts after 120 ms, so fast pages show none. */
const NavigationProgress = () => (
	<div
		className="fixed inset-[0_0_auto] z-80 h-0.75 origin-left bg-primary opacity-0 transition-opacity [scale:0_1] data-[busy=true]:animate-progress data-[busy=true]:opacity-100 print:hidden"
		data-busy={useNavigation().state !== "idle"}
		aria-hidden
	/>
);

export function Layout({ children }: { children: ReactNode }) {
	const flash = useRouteLoaderData<RootData>("root")?.flash ?? null;
	const account = useAccount();
	const { pathname } = useLocation();
	const handles = useMatches().map(({ handle }) => handle);
	// Browsers run this file only in the dashboard, so its script does not need what only documents render.
	const isDocument = import.meta.env.SSR && hasFlag(handles, "document");
	return (
		<html lang="en" data-theme={useTheme()} suppressHydrationWarning>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				{/* Not on the payment page, because browsers give Stripe's frames a white background if the schemes differ. */}
				{hasFlag(handles, "payment") ? null : <meta name="color-scheme" content="light dark" />}
				<Meta />
				<Links />
				{/* With `precedence`, React keeps it when an error page replaces the document. */}
				<link rel="stylesheet" href={styles} precedence="default" />
				{isDocument ? <script type="module" async src={clientEntry} /> : <ScriptPreloads />}
			</head>
			{/* `data-account` tells a document's script who is signed in: an email, or "" if no one is. It is absent if unknown. */}
			<body
				className="flex flex-col not-print:min-h-dvh"
				data-account={account === null ? "" : account?.email}
			>
				<a
					href="#main"
					className="fixed top-2 left-2 z-70 rounded-sm bg-primary px-4 py-2 font-semibold text-primary-content not-focus:[translate:0_-200%] print:hidden"
				>
					Skip to content
				</a>
				<Navbar
					account={account}
					pathname={pathname}
					hasSideMenu={!isDocument && !hasFlag(handles, "standalone") && Boolean(account)}
				/>
				{isDocument ? <DocumentToasts flash={flash} /> : <DashboardToasts flash={flash} />}
				{children}
				<Footer account={account} />
				{!isDocument && (
					<>
						<NavigationProgress />
						<DashboardScripts account={account} />
						<ScrollRestoration />
						<Scripts />
					</>
				)}
			</body>
		</html>
	);
}

export default function Root() {
	return <Outlet />;
}
