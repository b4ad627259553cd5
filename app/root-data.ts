import { useEffect } from "react";
import { useRouteLoaderData } from "react-router";
import type { Account, Capability } from "#contract/roles.ts";
import type { Flash } from "./lib/context.ts";

export type RootData = {
	origin: string;
	/** `menu` contains the paths of the dashboard's menu items that the account may open. */
	account:
		| (Omit<Account, "id"> & { capabilities: readonly Capability[]; menu: readonly string[] })
		| null;
	/** The message from the previous page's action. */
	flash: Flash | null;
};

/** Undefined on the server, because an effect sets it. */
let lastAccount: RootData["account"] | undefined;

/** Returns null if nobody is signed in, and undefined if the account could not be loaded, for example in a database outage. */
export function useAccount(): RootData["account"] | undefined {
	const data = useRouteLoaderData<RootData>("root");
	useEffect(() => {
		if (data) lastAccount = data.account;
	}, [data]);
	return data ? data.account : lastAccount;
}

/** Returns a function that tells whether the signed-in account has a capability. */
export function useCan() {
	const capabilities = useAccount()?.capabilities ?? [];
	return (capability: Capability) => capabilities.includes(capability);
}
