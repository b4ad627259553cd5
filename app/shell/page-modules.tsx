import { useEffect } from "react";
import { syncAccessToken } from "#app/client/access-token.ts";
import { watchForms } from "#app/client/forms.ts";
import { watchOffline } from "#app/client/offline.ts";
import { watchSearch } from "#app/client/search.ts";
import { watchToasts } from "#app/client/toasts.ts";

/**
 * Starts the scripts of app/client, which do not need React, in a page that React hydrates.
 * @param account null if nobody is signed in; undefined if that is unknown, as on an error page
 */
export function PageModules({ account }: { account: { email: string } | null | undefined }) {
	const email = account === null ? null : account?.email;
	useEffect(() => {
		document.documentElement.dataset.script = "started";
	}, []);
	useEffect(watchToasts, []);
	useEffect(watchSearch, []);
	useEffect(watchForms, []);
	useEffect(watchOffline, []);
	useEffect(() => syncAccessToken(email), [email]);
	return null;
}
