import clientEntry from "virtual:client-entry";
import type { ReactNode } from "react";
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
import { capabilitiesOf } from "#contract/roles.ts";
import type { Route } from "./+types/root.ts";
import styles from "./app.css?url";
import { guardPages } from "./features/accounts/guards.ts";
import font from "./fonts/archivo-core.woff2?url";
import { cookiesContext, isPrefetch, shopContext } from "./lib/context.ts";
import { hasMark } from "./lib/page-marks.ts";
import { pageMeta } from "./lib/page-meta.ts";
import { type RootData, useAccount } from "./root-data.ts";
import { DocumentToasts } from "./shell/document-toasts.tsx";
import { statusOf } from "./shell/error-page.tsx";
import { Footer } from "./shell/footer.tsx";
import { Navbar } from "./shell/navbar.tsx";
import { keepFormsOffline } from "./shell/offline.ts";
import { PageModules } from "./shell/page-modules.tsx";
import { useTheme } from "./shell/theme.tsx";
import { Toasts } from "./shell/toasts.tsx";

export { ErrorPage as ErrorBoundary } from "./shell/error-page.tsx";

/** Every page, every form and every client navigation passes here. */
export const middleware: Route.MiddlewareFunction[] = [guardPages];
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepFormsOffline];

export const links: Route.LinksFunction = () => [
	{ rel: "preload", href: font, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
	{ rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
	{ rel: "apple-touch-icon", href: "/icons/icon-192.png" },
	{ rel: "manifest", href: "/site.webmanifest" },
];

/** With `error` it is the title of the error page, whichever page failed. */
export const meta: Route.MetaFunction = ({ error }) =>
	pageMeta(error === undefined ? null : String(statusOf(error)));

export function loader({ context, request }: Route.LoaderArgs): RootData {
	const { account, origin } = context.get(shopContext);
	return {
		origin,
		account: account && {
			email: account.email,
			name: account.name,
			role: account.role,
			capabilities: capabilitiesOf(account.role),
		},
		flash: isPrefetch(request) ? null : context.get(cookiesContext).takeFlash(),
	};
}

/** A line along the top while the next page loads; it waits 120 ms, so quick pages show none. */
function NavigationProgress() {
	const { state } = useNavigation();
	return <div className="progress-line" data-busy={state !== "idle"} aria-hidden />;
}

/** What a page of the dashboard does in the browser, besides the page itself. */
function App({ account }: Pick<BodyProps, "account">) {
	return (
		<>
			<NavigationProgress />
			<PageModules account={account} />
			<ScrollRestoration />
			<Scripts />
		</>
	);
}

type BodyProps = {
	account: RootData["account"] | undefined;
	flash: RootData["flash"];
	isDocument: boolean;
	children: ReactNode;
};

/** A document's script reads whose it is from `data-account`: an email; empty when nobody is signed in; none when that is not known. */
const Body = ({ account, flash, isDocument, children }: BodyProps) => (
	<body data-account={account === null ? "" : account?.email}>
		<a href="#main" className="skip-link">
			Skip to content
		</a>
		<Navbar account={account} pathname={useLocation().pathname} />
		{isDocument ? <DocumentToasts flash={flash} /> : <Toasts flash={flash} />}
		{children}
		<Footer />
		{isDocument ? null : <App account={account} />}
	</body>
);

export function Layout({ children }: { children: ReactNode }) {
	const data = useRouteLoaderData<RootData>("root");
	const account = useAccount();
	const handles = useMatches().map(({ handle }) => handle);
	const isDocument = hasMark(handles, "document");
	const theme = useTheme();
	return (
		<html lang="en" data-theme={theme} suppressHydrationWarning>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				{/* Stripe's frames are `color-scheme: normal`, which means this, and are drawn on white where it is dark. */}
				{hasMark(handles, "payment") ? null : <meta name="color-scheme" content="light dark" />}
				<Meta />
				<Links />
				{/* With a precedence React keeps it in the document while an error page takes the place of everything. */}
				<link rel="stylesheet" href={styles} precedence="default" />
				{isDocument && <script type="module" async src={clientEntry} />}
			</head>
			<Body account={account} flash={data?.flash ?? null} isDocument={isDocument}>
				{children}
			</Body>
		</html>
	);
}

export default function Root() {
	return <Outlet />;
}
