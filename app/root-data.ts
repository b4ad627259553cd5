import { useEffect } from "react";
import { useRouteLoaderData } from "react-router";
import type { Account, Capability } from "#contract/roles.ts";

/** What the root's loader returns: who is signed in, and the message that the page before left. */
export type RootData = {
	origin: string;
	account: (Omit<Account, "id"> & { capabilities: readonly Capability[] }) | null;
	flash: { kind: "success" | "error"; text: string } | null;
};

/** In the browser: the account of the last page that had one. Set by an effect, so never on the server. */
let lastKnown: RootData["account"] | undefined;

/** @returns who is signed in; null when nobody is; undefined when no page has said it yet, as the database is away */
export function useAccount(): RootData["account"] | undefined {
	const data = useRouteLoaderData<RootData>("root");
	useEffect(() => {
		if (data) lastKnown = data.account;
	}, [data]);
	return data ? data.account : lastKnown;
}
