import { useEffect } from "react";
import { syncAccessToken, watchOtherTabs } from "#app/client/access-token.ts";
import { watchBasket } from "#app/client/basket.ts";
import { watchFocus } from "#app/client/focus.ts";
import { watchForms } from "#app/client/forms.ts";
import { watchOffline } from "#app/client/offline.ts";
import { watchSearch } from "#app/client/search.ts";
import { watchDismissal } from "#app/client/toasts.ts";
import { offline, signedOut } from "#contract/loading-messages.ts";
import { showToast } from "./toasts.tsx";

const showOffline = () => showToast({ kind: "error", text: offline });
const showSignedOut = () => showToast({ kind: "error", text: signedOut });

/** Starts the scripts of app/client, which do not need React, in a page that React hydrates. */
export function PageModules({ account }: { account: { email: string } | null | undefined }) {
	const email = account === null ? null : account?.email;
	useEffect(() => {
		const controller = new AbortController();
		const { signal } = controller;
		document.documentElement.dataset.script = "started";
		watchDismissal(signal);
		watchFocus(signal);
		watchSearch(signal);
		watchForms(signal);
		watchBasket(signal);
		watchOffline(signal, showOffline);
		return () => controller.abort();
	}, []);
	useEffect(() => {
		const controller = new AbortController();
		watchOtherTabs(email, controller.signal, showSignedOut);
		const stopSync = syncAccessToken(email);
		return () => {
			controller.abort();
			stopSync();
		};
	}, [email]);
	return null;
}
