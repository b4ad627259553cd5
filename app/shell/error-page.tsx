import type { ComponentType, ReactNode } from "react";
import { isRouteErrorResponse, useLocation, useMatches, useRouteError } from "react-router";
import * as v from "valibot";
import { useAccount } from "#app/root-data.ts";
import { Page } from "#app/ui/page.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { RouterLinkButton } from "#app/ui/router-link-button.tsx";
import { errors } from "#contract/errors.ts";
import { offline } from "#contract/loading-messages.ts";
import { NoIndex } from "./seo-tags.tsx";

type ErrorLink = { to: string; label: string };

const listLinks: [path: RegExp, ErrorLink][] = [
	[
		/^\/dashbord\/(payment|checkout|orders|invoice)\//,
		{ to: "/dashbord/myorders", label: "My Orders" },
	],
	[/^\/dashbord\/updateproducts\//, { to: "/dashbord/manageProducts", label: "Manage Products" }],
	[/^\/(tools|purchase)\//, { to: "/tools", label: "See all tools" }],
];

const allOrders: ErrorLink = { to: "/dashbord/manageAllorders", label: "Manage All Orders" };

function findLink(pathname: string, canReadAllOrders: boolean | undefined): ErrorLink {
	const [, link] = listLinks.find(([path]) => path.test(pathname)) ?? [];
	if (link?.to === "/dashbord/myorders" && canReadAllOrders) return allOrders;
	return link ?? { to: "/", label: "Back to the shop" };
}

export const statusOf = (error: unknown): number =>
	isRouteErrorResponse(error) ? error.status : 500;

/** The data of an error response from `withErrorPages` (worker/http/errors.ts). */
const errorData = v.object({ message: v.string(), reference: v.optional(v.string()) });

/** On a network error `fetch` throws a TypeError (Fetch standard), whose message differs between browsers. */
const isNetworkError = (error: unknown) =>
	error instanceof TypeError && /fetch|NetworkError|Load failed/i.test(error.message);

function describeError(error: unknown) {
	const parsed = v.safeParse(errorData, isRouteErrorResponse(error) ? error.data : null);
	if (parsed.success) return parsed.output;
	return { message: isNetworkError(error) ? offline : errors.internal_error.message };
}

type ErrorLayout = ComponentType<{ children: ReactNode }>;
const layoutHandle = v.object({
	ErrorLayout: v.custom<ErrorLayout>((value) => typeof value === "function"),
});

/** Reads the layout from the route's `handle`, because importing the dashboard here would add it to every page's script. */
function useErrorLayout(): ErrorLayout | null {
	for (const { handle } of useMatches()) if (v.is(layoutHandle, handle)) return handle.ErrorLayout;
	return null;
}

export function ErrorPage() {
	const error = useRouteError();
	const { pathname, search } = useLocation();
	const account = useAccount();
	const Layout = useErrorLayout();
	const status = statusOf(error);
	const { message, reference } = describeError(error);
	const link = findLink(pathname, account?.capabilities.includes("orders:read"));
	const canRetry = status >= 500;
	const hasLayout = Layout && account && pathname.startsWith("/dashbord");
	const page = (
		<Page title={message} width="text" inDashboard={Boolean(hasLayout)}>
			<NoIndex />
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
			{status === 404 && (
				<Picture
					src="/pictures/not-found-800.webp"
					alt="404: the 10 mm socket is missing from its set"
					sizes="(min-width: 48rem) 650px, 100vw"
					className="rounded-md"
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
