import { type MiddlewareFunction, redirect } from "react-router";
import { failure } from "#contract/messages.ts";
import type { Account } from "#contract/roles.ts";
import { signOut } from "#worker/shop/accounts/session.ts";
import { shopContext } from "./context.ts";
import { loginPathFrom } from "./return-path.ts";

type Rule = { admits: (account: Account) => boolean; refusal: string };

/** A page fetched ahead of a click must not sign anybody out. */
const isAhead = (request: Request) =>
	request.headers.get("Sec-Purpose")?.includes("prefetch") ?? false;

/**
 * specification.md §4, "Access guards": without a user to /login, with the wrong role signed out and to /login, the
 * origin remembered in both cases. The browser's part drops the accessToken entry when nobody is signed in.
 */
const guard =
	(rule: Rule | null): MiddlewareFunction<Response> =>
	async ({ request, url, context }) => {
		const shop = context.get(shopContext);
		const { account, visitor } = shop;
		if (account && (!rule || rule.admits(account))) return;
		if (account && rule && !isAhead(request)) {
			await signOut(shop);
			visitor.flash({ kind: "error", text: rule.refusal });
		}
		throw redirect(loginPathFrom(url));
	};

/** For pages of everyone who is signed in. */
export const signedInOnly = guard(null);

/** For pages of admins; others read 'its is procted for admin'. */
export const adminOnly = guard({
	admits: ({ role }) => role === "admin",
	refusal: failure.adminOnly,
});

/** For pages of shoppers; admins read 'its is procted for User'. */
export const shopperOnly = guard({
	admits: ({ role }) => role === "shopper",
	refusal: failure.shopperOnly,
});
