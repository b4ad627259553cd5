import {
	data,
	type MiddlewareFunction,
	type RouterContextProvider,
	redirect,
	redirectDocument,
} from "react-router";
import { cookiesContext, isPrefetch, requestErrorContext, shopContext } from "#app/lib/context.ts";
import { getTypedText } from "#app/lib/submitted-values.ts";
import { ShopError, toErrorBody } from "#contract/errors.ts";
import { getLandingPath, type PageAccess, pageAccess } from "#contract/permissions.ts";
import { defaultRole } from "#contract/roles.ts";
import { getSafeReturnPath, loginPath, twoFactorPath } from "#contract/sign-in-paths.ts";
import { authorize } from "#worker/auth/authorize.ts";
import { logSecurity } from "#worker/auth/security-log.ts";
import { signOut } from "#worker/shop/accounts/sign-in.ts";
import { findProduct } from "#worker/shop/catalogue/read.ts";
import type { ShopContext } from "#worker/shop/context.ts";

/** Returns false for a prefetch, an image or a frame (W3C Fetch Metadata). */
const isNavigation = (request: Request) =>
	request.method !== "HEAD" &&
	!isPrefetch(request) &&
	[null, "document", "empty"].includes(request.headers.get("Sec-Fetch-Dest"));

/** Whether React Router submitted a form. Its page shows the error in the form (app/lib/keep-form.client.ts). */
const isClientSubmission = ({ method, url }: Request) =>
	method === "POST" && new URL(url).pathname.endsWith(".data");

/** Links on another site or a sibling subdomain must not sign visitors out. */
const isFromOtherOrigin = ({ headers }: Request) =>
	["cross-site", "same-site"].includes(headers.get("Sec-Fetch-Site") ?? "");

/** @param pattern - a route pattern from React Router, with or without a leading slash */
function findAccess(pattern: string): PageAccess {
	const access = pageAccess.get(`/${pattern.replace(/^\//, "")}`);
	if (!access) throw new ShopError("forbidden");
	return access;
}

/** Whether the visitor is staff but not an admin. Colleagues may send them links to pages that their role cannot open. */
const isLimitedStaff = ({ account }: ShopContext) =>
	account !== null && account.role !== "admin" && account.role !== defaultRole;

function findDenial(access: PageAccess, shop: ShopContext): ShopError | null {
	try {
		authorize(access, shop);
		return null;
	} catch (error) {
		if (error instanceof ShopError) return error;
		throw error;
	}
}

/** Rejects a form with an error that keeps what was typed, unless there is nothing to keep. The error page has a button that submits it again. */
async function rejectForm(request: Request, denial: ShopError) {
	if (isClientSubmission(request)) throw denial;
	const typed = getTypedText(await request.formData().catch(() => new FormData()));
	if (typed) throw data({ ...toErrorBody(denial), typed }, denial.status);
}

/**
 * Redirects visitors without access to the login page, and signs out those with the wrong role (specification.md §4
 * "Access guards"), unless they are staff with a limited role. If the session could not be read (503), nobody is signed out. A form that
 * can be submitted after signing in is rejected instead, because a redirect would lose what was typed.
 */
export const guardPages: MiddlewareFunction<Response> = async ({
	request,
	url,
	pattern,
	context,
}) => {
	const shop = context.get(shopContext);
	const requestError = context.get(requestErrorContext);
	if (requestError?.status === 503) throw requestError;
	const isSecondFactorSetup = `/${pattern}` === twoFactorPath && shop.account?.mustAddSecondFactor;
	const denial = findDenial(
		isSecondFactorSetup ? "account:second-factor" : findAccess(pattern),
		shop,
	);
	// At an unknown path, the path is what is wrong, not the form.
	if (!denial && requestError && pattern !== "*") throw requestError;
	if (!denial) return;
	const mustAddSecondFactor = denial.code === "second_factor_setup_required";
	const user = shop.account?.id ?? null;
	if (!mustAddSecondFactor)
		logSecurity(shop.visitor, { event: "page denied", user, about: pattern });
	if (request.method === "POST" && (denial.status === 401 || mustAddSecondFactor))
		await rejectForm(request, denial);
	if (mustAddSecondFactor) throw redirectDocument(twoFactorPath);
	const cookies = context.get(cookiesContext);
	const isWrongRole = denial.status === 403 && isNavigation(request);
	if (isWrongRole && !isFromOtherOrigin(request) && !isLimitedStaff(shop)) {
		await signOut(shop);
		cookies.clearSession();
	}
	if (isWrongRole || request.method === "POST") {
		cookies.flash({ kind: "error", text: denial.message });
	}
	throw redirectDocument(loginPath(url.pathname + url.search));
};

/**
 * Returns the page to open after signing in (`?from=`) and, if it is an order form, its tool. Redirects a visitor who is already signed
 * in to that page.
 */
export async function requireSignedOut(context: Readonly<RouterContextProvider>, url: URL) {
	const shop = context.get(shopContext);
	const path = url.searchParams.get("from");
	if (shop.account) throw redirect(getLandingPath(shop.account.role, path));
	const from = getSafeReturnPath(path);
	const [, toolId] = /^\/purchase\/(\w+)/.exec(from) ?? [];
	return { from, tool: toolId ? await findProduct(shop, toolId) : null };
}
