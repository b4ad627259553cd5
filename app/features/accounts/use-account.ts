import { useEffect } from "react";
import { useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "#app/root.tsx";

type Account = Awaited<ReturnType<typeof rootLoader>>["account"];

/** In the browser: who was signed in when the shop last said so. An effect sets it, so that the server never has it. */
let lastKnown: Account | undefined;

/**
 * @returns who is signed in; null when nobody is; undefined when that is not known. Where the shop did not say it with
 * this page, as when the database is away, it is what it said last.
 */
export function useAccount(): Account | undefined {
	const data = useRouteLoaderData<typeof rootLoader>("root");
	useEffect(() => {
		if (data) lastKnown = data.account;
	}, [data]);
	return data ? data.account : lastKnown;
}
