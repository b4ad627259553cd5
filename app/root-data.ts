import { useEffect } from "react";
import { useRouteLoaderData } from "react-router";
import { capabilitiesOf } from "#contract/roles.ts";
import type { Shop } from "#worker/shop/context.ts";

/** For the root's loader: who is signed in, and the message that the page before left. */
export const readRootData = ({ account, origin, visitor }: Shop, isPrefetch: boolean) => ({
	origin,
	account: account && {
		email: account.email,
		name: account.name,
		role: account.role,
		capabilities: capabilitiesOf(account.role),
	},
	flash: isPrefetch ? null : visitor.takeFlash(),
});

/** @returns what the root's loader returned; undefined where it failed, as when the database is away */
export const useRootData = () => useRouteLoaderData<typeof readRootData>("root");

type Account = ReturnType<typeof readRootData>["account"];

/** In the browser: the account of the last page that had one. Set by an effect, so never on the server. */
let lastKnown: Account | undefined;

/** @returns who is signed in; null when nobody is; undefined when no page has said it yet */
export function useAccount(): Account | undefined {
	const data = useRootData();
	useEffect(() => {
		if (data) lastKnown = data.account;
	}, [data]);
	return data ? data.account : lastKnown;
}
