import {
	type ComponentType,
	type ReactNode,
	useEffect,
	useRef,
	useState,
	useSyncExternalStore,
} from "react";
import { isRouteErrorResponse, useLocation, useMatches, useRouteError } from "react-router";
import * as v from "valibot";
import { useAccount } from "#app/root-data.ts";
import { LinkButton } from "#app/ui/link-button.tsx";
import { Page } from "#app/ui/page.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { errors } from "#contract/errors.ts";
import { offline } from "#contract/loading-messages.ts";
import type { Role } from "#contract/roles.ts";
import { NoIndex } from "./seo-tags.tsx";

type Way = { to: string; label: string };

/** Path of the page that failed → the list that has its record, or had it. */
const ways: [path: RegExp, Way][] = [
	[/^\/dashbord\/(payment|orders|invoice)\//, { to: "/dashbord/myorders", label: "My Orders" }],
	[/^\/dashbord\/updateproducts\//, { to: "/dashbord/manageProducts", label: "Manage Products" }],
	[/^\/(tools|purchase)\//, { to: "/tools", label: "See all tools" }],
];

const allOrders: Way = { to: "/dashbord/manageAllorders", label: "Manage All Orders" };

function wayFrom(pathname: string, readsAllOrders: boolean | undefined): Way {
	const [, way] = ways.find(([path]) => path.test(pathname)) ?? [];
	if (way?.to === "/dashbord/myorders" && readsAllOrders) return allOrders;
	return way ?? { to: "/", label: "Back to the shop" };
}

export const statusOf = (error: unknown): number =>
	isRouteErrorResponse(error) ? error.status : 500;

/** What `withErrorPages` (worker/http/errors.ts) tells of an error. */
const errorData = v.object({ message: v.string(), reference: v.optional(v.string()) });

/** `fetch` throws a TypeError without a network (Fetch standard, "network error"); its words are each browser's own. */
const isNetworkError = (error: unknown) =>
	error instanceof TypeError && /fetch|NetworkError|Load failed/i.test(error.message);

function tell(error: unknown) {
	const known = v.safeParse(errorData, isRouteErrorResponse(error) ? error.data : null);
	if (known.success) return known.output;
	return { message: isNetworkError(error) ? offline : errors.internal_error.message };
}

const subscribe = () => () => undefined;

/** @returns whether this is the first rendering of a page that came from the server */
const useIsHydrating = () =>
	useSyncExternalStore(
		subscribe,
		() => false,
		() => true,
	);

/** After a client navigation the focus is still on the link that led here, or nowhere. */
function useFocusAfterNavigation(message: string) {
	const heading = useRef<HTMLHeadingElement>(null);
	const isHydrating = useIsHydrating();
	const [cameFromServer] = useState(isHydrating);
	useEffect(() => {
		if (message && !cameFromServer) heading.current?.focus({ preventScroll: true });
	}, [message, cameFromServer]);
	return heading;
}

type Frame = ComponentType<{ role: Role; children: ReactNode }>;
const framed = v.object({ Frame: v.custom<Frame>((value) => typeof value === "function") });

/** `Frame` in a route's `handle` stays around its error page. Imported here it would be in the script of every page. */
function useFrame(): Frame | null {
	for (const { handle } of useMatches()) if (v.is(framed, handle)) return handle.Frame;
	return null;
}

/**
 * For the `ErrorBoundary` of each layout, so that the document stays as it is, and of the root itself. The dashboard's menu
 * stays where it is known who is signed in.
 */
export function ErrorPage() {
	const error = useRouteError();
	const { pathname, search } = useLocation();
	const account = useAccount();
	const Frame = useFrame();
	const status = statusOf(error);
	const { message, reference } = tell(error);
	const heading = useFocusAfterNavigation(message);
	const way = wayFrom(pathname, account?.capabilities.includes("orders:read"));
	const canRetry = status >= 500;
	const framed = Frame && account && pathname.startsWith("/dashbord");
	const page = (
		<Page title={message} width="text" headingRef={heading} nested={Boolean(framed)}>
			<NoIndex />
			<div className="flex flex-wrap gap-3">
				{canRetry && (
					<LinkButton to={pathname + search} look="primary">
						Try again
					</LinkButton>
				)}
				<LinkButton to={way.to} look={canRetry ? "plain" : "primary"}>
					{way.label}
				</LinkButton>
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
	return framed ? <Frame role={account.role}>{page}</Frame> : page;
}
