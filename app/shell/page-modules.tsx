import { useEffect } from "react";
import { syncAccessToken } from "#app/client/access-token.ts";
import { watchForms } from "#app/client/forms.ts";
import { watchOffline } from "#app/client/offline.ts";
import { watchSearch } from "#app/client/search.ts";
import { showToast } from "./toasts.tsx";

const showError = (text: string) => showToast({ kind: "error", text });

/**
 * Starts what needs no React (app/client) in a page that React hydrates.
 * @param account null when nobody is signed in; undefined when that is not known, as on an error page
 */
export function PageModules({ account }: { account: { email: string } | null | undefined }) {
	const email = account === null ? null : account?.email;
	useEffect(() => {
		document.documentElement.dataset.script = "started";
	}, []);
	useEffect(() => watchSearch(document), []);
	useEffect(() => watchForms(document), []);
	useEffect(() => watchOffline(showError), []);
	useEffect(() => syncAccessToken(email), [email]);
	return null;
}
