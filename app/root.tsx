import {
	isRouteErrorResponse,
	Links,
	Meta,
	Outlet,
	Scripts,
	ScrollRestoration,
	useLocation,
	useMatches,
	useRouteError,
	useRouteLoaderData,
} from "react-router";
import * as v from "valibot";
import { failure } from "#contract/messages.ts";
import type { Route } from "./+types/root.ts";
import styles from "./app.css?url";
import { ErrorPage } from "./components/error-page.tsx";
import { Footer } from "./components/footer.tsx";
import { Navbar } from "./components/navbar.tsx";
import { NavigationProgress } from "./components/navigation-progress.tsx";
import { Sharing } from "./components/sharing.tsx";
import { SkipLink } from "./components/skip-link.tsx";
import { shopContext } from "./context.ts";
import font from "./fonts/archivo-core.woff2?url";
import { guardPages, refuseUnavailable, refuseUnreadable } from "./guards.ts";
import { AccessToken } from "./islands/access-token.tsx";
import { Offline } from "./islands/offline.tsx";
import { ThemeChoice } from "./islands/theme.tsx";
import { Toasts } from "./islands/toasts.tsx";
import { pageMeta } from "./page-meta.ts";

/** Every page, every form and every client navigation passes here. */
export const middleware: Route.MiddlewareFunction[] = [
	refuseUnavailable,
	guardPages,
	refuseUnreadable,
];

export const links: Route.LinksFunction = () => [
	{ rel: "preload", href: font, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
	{ rel: "stylesheet", href: styles },
	{ rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
	{ rel: "apple-touch-icon", href: "/icons/icon-192.png" },
	{ rel: "manifest", href: "/site.webmanifest" },
];

/** With `error` it is the title of the error page, whichever page failed. */
export const meta: Route.MetaFunction = ({ error }) =>
	pageMeta(error === undefined ? null : String(statusOf(error)));

const statusOf = (error: unknown) => (isRouteErrorResponse(error) ? error.status : 500);

/** Who is signed in, and a message left by the page before. */
export function loader({ context, request }: Route.LoaderArgs) {
	const { account, origin, visitor } = context.get(shopContext);
	const ahead = request.headers.get("Sec-Purpose")?.includes("prefetch");
	return {
		origin,
		account: account && { email: account.email, name: account.name, role: account.role },
		flash: ahead ? null : visitor.takeFlash(),
	};
}

const staticHandle = v.object({ static: v.literal(true) });

/** Pages of nothing but text ship no JavaScript: `export const handle = { static: true }`. */
const useIsStatic = () => useMatches().some(({ handle }) => v.is(staticHandle, handle));

export function Layout({ children }: { children: React.ReactNode }) {
	const data = useRouteLoaderData<typeof loader>("root");
	const { pathname } = useLocation();
	const isStatic = useIsStatic();
	const failed = (useRouteError() ?? null) !== null;
	return (
		<html lang="en" suppressHydrationWarning>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<Meta />
				<Sharing failed={failed} />
				<Links />
			</head>
			<body>
				<SkipLink />
				<Navbar account={data?.account ?? null} pathname={pathname} />
				{isStatic ? null : <Toasts flash={data?.flash ?? null} />}
				{children}
				<Footer />
				{isStatic ? null : (
					<>
						<NavigationProgress />
						<ThemeChoice />
						<Offline />
						<AccessToken email={data?.account?.email ?? null} />
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

/** In the browser: it knows of no network. */
const isOffline = () => typeof navigator !== "undefined" && navigator.onLine === false;

/** What `withErrorPages` (worker/front/error-pages.ts) tells of an error. */
const errorData = v.object({ message: v.string(), reference: v.optional(v.string()) });

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	const { pathname } = useLocation();
	const told = v.safeParse(errorData, isRouteErrorResponse(error) ? error.data : null);
	const { message, reference } = told.success
		? told.output
		: { message: isOffline() ? failure.offline : failure.unexpected };
	return (
		<ErrorPage
			status={statusOf(error)}
			message={message}
			reference={reference || null}
			pathname={pathname}
		/>
	);
}
