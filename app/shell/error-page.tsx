import type { ComponentType, ReactNode } from "react";
import { isRouteErrorResponse, useLocation, useMatches, useRouteError } from "react-router";
import { hasMessage } from "#app/lib/has-message.ts";
import { typedTextField } from "#app/lib/submitted-values.ts";
import { useAccount } from "#app/root-data.ts";
import { ContinueForm } from "#app/ui/continue-form.tsx";
import { Page } from "#app/ui/page.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { RouterLinkButton } from "#app/ui/router-link-button.tsx";
import { internal_error } from "#contract/error-table/requests.ts";
import { offlineMessage } from "#contract/loading-messages.ts";
import { orderPath } from "#contract/shop.ts";

type ErrorLink = { to: string; label: string };

const linksByPath: [path: RegExp, ErrorLink][] = [
	[
		/^\/dashbord\/(payment|checkout|orders|invoice|refund)\//,
		{ to: "/dashbord/myorders", label: "My Orders" },
	],
	[
		/^\/dashbord\/(updateproducts|stock)\//,
		{ to: "/dashbord/manageProducts", label: "Manage Products" },
	],
	[/^\/dashbord\/messages\//, { to: "/dashbord/messages", label: "Messages" }],
	[/^\/dashbord\/quotes\//, { to: "/dashbord/quotes", label: "Quotes" }],
	[/^\/dashbord\/myquotes\//, { to: "/dashbord/myquotes", label: "My Quotes" }],
	[/^\/dashbord\/lists\//, { to: "/dashbord/lists", label: "Saved Lists" }],
	[/^\/dashbord\/addresses\//, { to: "/dashbord/addresses", label: "Saved addresses" }],
	[/^\/dashbord\/import\//, { to: "/dashbord/import", label: "Import Products" }],
	[/^\/(tools|purchase)\//, { to: "/tools", label: "See all tools" }],
];

const allOrders: ErrorLink = { to: "/dashbord/manageAllorders", label: "Manage All Orders" };
const home: ErrorLink = { to: "/", label: "Back to the shop" };

/** The order exists but has no such page yet, such as an invoice before the payment. */
const orderPagePattern = /^\/dashbord\/(?:invoice|refund)\/([^/]+)/;

type Location = { pathname: string; status: number };

function findLink({ pathname, status }: Location, menu: readonly string[] | undefined): ErrorLink {
	const orderId = status === 409 ? orderPagePattern.exec(pathname)?.[1] : undefined;
	if (orderId) return { to: orderPath(orderId), label: "Back to order" };
	const [, link = home] = linksByPath.find(([path]) => path.test(pathname)) ?? [];
	if (link.to !== "/dashbord/myorders" || !menu || menu.includes(link.to)) return link;
	return menu.includes(allOrders.to) ? allOrders : home;
}

export const NoIndex = () => <meta name="robots" content="noindex" />;

export const getStatus = (error: unknown): number =>
	isRouteErrorResponse(error) ? error.status : 500;

/** On a network error `fetch` throws a TypeError (Fetch standard), whose message differs between browsers. */
const isNetworkError = (error: unknown) =>
	error instanceof TypeError && /fetch|NetworkError|Load failed/i.test(error.message);

const getText = (data: object, name: string): string | undefined => {
	const value: unknown = Reflect.get(data, name);
	return typeof value === "string" ? value : undefined;
};

/**
 * An error response from `withErrorPages` (worker/http/errors.ts) has a message, and sometimes a reference. If it rejects a form that can
 * be submitted after signing in, it also has a code and what was typed (features/accounts/guards.ts).
 */
function describeError(error: unknown) {
	const data: unknown = isRouteErrorResponse(error) ? error.data : null;
	const fallback = isNetworkError(error) ? offlineMessage : internal_error.message;
	const { message, ...details } = hasMessage(data) ? data : { message: fallback };
	const get = (name: string) => getText(details, name);
	return { message, reference: get("reference"), typed: get("typed"), code: get("code") };
}

type ErrorLayout = ComponentType<{ children: ReactNode }>;

const hasErrorLayout = (handle: unknown): handle is { ErrorLayout: ErrorLayout } =>
	handle instanceof Object && "ErrorLayout" in handle;

/** Reads the layout from the route's `handle`, because importing the dashboard here would add it to every page's script. */
function useErrorLayout(): ErrorLayout | null {
	for (const { handle } of useMatches()) if (hasErrorLayout(handle)) return handle.ErrorLayout;
	return null;
}

export function ErrorPage() {
	const error = useRouteError();
	const { pathname, search } = useLocation();
	const account = useAccount();
	const Layout = useErrorLayout();
	const status = getStatus(error);
	const { message, reference, typed, code } = describeError(error);
	const link = findLink({ pathname, status }, account?.menu);
	const canRetry = status >= 500;
	const hasLayout = Layout && account && pathname.startsWith("/dashbord");
	const page = (
		<Page title={message} width="text" inDashboard={Boolean(hasLayout)}>
			<NoIndex />
			{typed ? (
				// The page at this URL shows what was typed in its form again (app/lib/form-action.ts).
				<ContinueForm
					fields={{ [typedTextField]: typed }}
					message="Nothing was sent, and anything you typed is kept here."
					code={code}
				/>
			) : (
				<div className="flex flex-wrap gap-3">
					{canRetry && (
						<RouterLinkButton to={pathname + search} variant="primary">
							Try again
						</RouterLinkButton>
					)}
					<RouterLinkButton to={link.to} variant={canRetry ? "plain" : "primary"}>
						{link.label}
					</RouterLinkButton>
				</div>
			)}
			{status === 404 && (
				<Picture
					src="/pictures/not-found-800.webp"
					alt="404: the 10 mm socket is missing from its set"
					sizes="(min-width: 48rem) 650px, 100vw"
					className="picture-box rounded-md"
				/>
			)}
			{reference && (
				<p className="text-sm text-muted">
					Reference: <span className="break-words">{reference}</span>
				</p>
			)}
		</Page>
	);
	return hasLayout ? <Layout>{page}</Layout> : page;
}
