import { useEffect } from "react";
import { useRouteLoaderData } from "react-router";
import type { Account, Capability } from "#contract/roles.ts";
import type { Flash } from "./lib/context.ts";

/** `flash` is the message from the previous page's action. */
export type RootData = {
	origin: string;
	/** `menu`: the items of the dashboard's menu that the account may open, by path. */
	account:
		| (Omit<Account, "id"> & { capabilities: readonly Capability[]; menu: readonly string[] })
		| null;
	flash: Flash | null;
};

/** Set only in the browser, because an effect sets it. */
let lastAccount: RootData["account"] | undefined;

/** Returns null if nobody is signed in, and undefined if the account could not be loaded, as in a database outage. */
export function useAccount(): RootData["account"] | undefined {
	const data = useRouteLoaderData<RootData>("root");
	useEffect(() => {
		if (data) lastAccount = data.account;
	}, [data]);
	return data ? data.account : lastAccount;
}

/** Returns whether the signed-in account has a capability. */
export function useCan() {
	const capabilities = useAccount()?.capabilities ?? [];
	return (capability: Capability) => capabilities.includes(capability);
}
