import {
	type MiddlewareFunction,
	type RouterContextProvider,
	redirect,
	redirectDocument,
} from "react-router";
import { cookiesContext, isPrefetch, requestErrorContext, shopContext } from "#app/lib/context.ts";
import { ShopError } from "#contract/errors.ts";
import { landingPath, type PageAccess, pageAccess } from "#contract/permissions.ts";
import { loginPath, safeReturnPath } from "#contract/return-path.ts";
import { authorize } from "#worker/auth/authorize.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { signOut } from "#worker/shop/accounts/session.ts";
import type { Shop } from "#worker/shop/context.ts";

/** A navigation, by a link or by the client router: not a prefetch, image, or frame (W3C Fetch Metadata). */
const isVisit = (request: Request) =>
	request.method !== "HEAD" &&
	!isPrefetch(request) &&
	[null, "document", "empty"].includes(request.headers.get("Sec-Fetch-Dest"));

/** A link on another site, or a sibling subdomain, must not sign our visitors out. */
const isFromElsewhere = ({ headers }: Request) =>
	["cross-site", "same-site"].includes(headers.get("Sec-Fetch-Site") ?? "");

/** @param pattern as React Router writes it: without the slash at the beginning */
function accessOf(pattern: string): PageAccess {
	const access = pageAccess.get(`/${pattern.replace(/^\//, "")}`);
	if (!access) throw new ShopError("forbidden");
	return access;
}

function refusalOf(access: PageAccess, shop: Shop): ShopError | null {
	try {
		authorize(access, shop);
		return null;
	} catch (error) {
		if (error instanceof ShopError) return error;
		throw error;
	}
}

/**
 * Admits by contract/permissions.ts. specification.md §4, "Access guards": without a user to /login, with the wrong role
 * signed out and to /login, the origin remembered in both cases; §8: a form sent without a session is answered by the
 * message 'No user is logged in'. Where the session could not be read (503), nobody is signed out; a form that cannot be
 * read is answered by the error page, before any action sees it.
 */
export const guardPages: MiddlewareFunction<Response> = async ({
	request,
	url,
	pattern,
	context,
}) => {
	const shop = context.get(shopContext);
	const unreadable = context.get(requestErrorContext);
	if (unreadable?.status === 503) throw unreadable;
	const refusal = refusalOf(accessOf(pattern), shop);
	if (!refusal && unreadable) throw unreadable;
	if (!refusal) return;
	const user = shop.account?.id ?? null;
	logSecurity(shop.visitor, { event: "page denied", user, about: pattern });
	const cookies = context.get(cookiesContext);
	const isWrongRole = refusal.status === 403 && isVisit(request);
	if (isWrongRole && !isFromElsewhere(request)) {
		await signOut(shop);
		cookies.clearSession();
	}
	if (isWrongRole || request.method === "POST") {
		cookies.flash({ kind: "error", text: refusal.message });
	}
	throw redirectDocument(loginPath(url.pathname + url.search));
};

/**
 * For pages of the signed-out.
 * @returns the page to go to after signing in, from `?from=`
 * @throws a redirect there when the visitor is signed in already
 */
export function requireSignedOut(context: Readonly<RouterContextProvider>, url: URL): string {
	const from = url.searchParams.get("from");
	const { account } = context.get(shopContext);
	if (account) throw redirect(landingPath(account.role, from));
	return safeReturnPath(from);
}
