import { type RouterContextProvider, redirect } from "react-router";
import { shopContext } from "#app/lib/context.ts";
import { landingPath } from "#contract/permissions.ts";
import { safeReturnPath } from "#contract/return-path.ts";

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
