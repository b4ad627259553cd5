import { useEffect } from "react";
import {
	handleToastDismissal,
	saveDraft,
	sentOrderName,
	syncAccessToken,
	watchBasketCount,
	watchFocus,
	watchForms,
	watchOffline,
	watchOtherTabs,
	watchSearch,
} from "#app/client/dashboard-scripts.client.ts";
import { offlineMessage } from "#contract/loading-messages.ts";
import { showToast } from "./live-toasts.client.tsx";

const showError = (text: string) => showToast({ kind: "error", text });
const showOffline = () => showError(offlineMessage);

/**
 * When the user leaves a page whose form response is still arriving, React Router aborts the request but does not handle the
 * rejections of its decoder, so the browser would report them as errors.
 */
const ignoreAbort = (event: PromiseRejectionEvent) => {
	const { reason } = event;
	if (reason instanceof DOMException && reason.name === "AbortError") event.preventDefault();
};

/** Starts the scripts of app/client, which do not need React, on a page that React hydrates. */
export function DashboardScripts({ account }: { account: { email: string } | null | undefined }) {
	const email = account === null ? null : account?.email;
	useEffect(() => {
		const controller = new AbortController();
		const { signal } = controller;
		document.documentElement.dataset.script = "started";
		addEventListener("unhandledrejection", ignoreAbort, { signal });
		handleToastDismissal(signal);
		watchFocus(signal);
		watchSearch(signal);
		watchForms(signal);
		watchBasketCount(signal);
		watchOffline(signal, showOffline);
		return () => controller.abort();
	}, []);
	useEffect(() => {
		const controller = new AbortController();
		// A sent order's payment page is in the dashboard, so reaching the dashboard means that the order was placed.
		if (email) saveDraft(email, sentOrderName, null);
		watchOtherTabs(email, controller.signal, showError);
		syncAccessToken(email, controller.signal);
		return () => controller.abort();
	}, [email]);
	return null;
}
