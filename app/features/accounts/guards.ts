import { type MiddlewareFunction, redirect } from "react-router";
import { isPrefetch, refusalContext, shopContext } from "#app/lib/context.ts";
import { ShopError } from "#contract/errors.ts";
import { permissions } from "#contract/permissions.ts";
import { loginPath } from "#contract/return-path.ts";
import type { Who } from "#contract/who.ts";
import { admit } from "#worker/auth/admit.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { signOut } from "#worker/shop/accounts/session.ts";
import type { Shop } from "#worker/shop/context.ts";

/** @returns the login page that leads back to `url` */
const loginPathFrom = (url: URL): string => loginPath(url.pathname + url.search);

const destinations = [null, "document", "empty"];

/**
 * Somebody goes there, by a link or a client navigation: it is neither fetched ahead of a click nor named as the picture
 * or frame of a page (W3C Fetch Metadata).
 */
const isVisit = (request: Request) =>
	request.method !== "HEAD" &&
	!isPrefetch(request) &&
	destinations.includes(request.headers.get("Sec-Fetch-Dest"));

/** A link on somebody else's page, on a sibling subdomain too, must not be a way to sign our visitors out. */
const isFromElsewhere = ({ headers }: Request) =>
	["cross-site", "same-site"].includes(headers.get("Sec-Fetch-Site") ?? "");

/** @param pattern as React Router writes it: without the slash at the beginning */
function whoMayOpen(pattern: string): Who {
	const who = permissions.get(`/${pattern.replace(/^\//, "")}`);
	if (!who) throw new ShopError("forbidden");
	return who;
}

function refusalOf(who: Who, shop: Shop): ShopError | null {
	try {
		admit(who, shop);
		return null;
	} catch (error) {
		if (error instanceof ShopError) return error;
		throw error;
	}
}

/**
 * Lets in whom contract/permissions.ts admits. specification.md §4, "Access guards": without a user to /login, with the
 * wrong role signed out and to /login, the origin remembered in both cases; §8: who wanted to do something there reads
 * 'No user is logged in'. The browser's part drops the accessToken entry when nobody is signed in.
 */
export const guardPages: MiddlewareFunction<Response> = async ({
	request,
	url,
	pattern,
	context,
}) => {
	const shop = context.get(shopContext);
	const refusal = refusalOf(whoMayOpen(pattern), shop);
	if (!refusal) return;
	const user = shop.account?.id ?? null;
	logSecurity(shop.visitor, { event: "page refused", user, about: pattern });
	const isWrongRole = refusal.status === 403 && isVisit(request);
	if (isWrongRole && !isFromElsewhere(request)) await signOut(shop);
	if (isWrongRole || request.method === "POST") {
		shop.visitor.flash({ kind: "error", text: refusal.message });
	}
	throw redirect(loginPathFrom(url));
};

/** Who asks could not be found out: then nobody is signed out, and nothing is shown. */
export const refuseUnavailable: MiddlewareFunction<Response> = ({ context }) => {
	const refusal = context.get(refusalContext);
	if (refusal?.status === 503) throw refusal;
};

/** A form that can not be read is answered by the error page, before any action sees it. */
export const refuseUnreadable: MiddlewareFunction<Response> = ({ context }) => {
	const refusal = context.get(refusalContext);
	if (refusal) throw refusal;
};
