import { whenIdle } from "#app/lib/when-idle.ts";
import { offline, signedOut } from "#contract/loading-messages.ts";
import { reloadAfterSignOut, syncAccessToken, watchOtherTabs } from "./access-token.ts";
import { watchBasketCount } from "./basket-fields.ts";
import { watchBasketForms } from "./basket-forms.ts";
import { startCarousel } from "./carousel.ts";
import { watchForms } from "./forms.ts";
import { hydrateIslands } from "./islands.ts";
import { watchOffline } from "./offline.ts";
import { watchSearch } from "./search.ts";
import { watchTheme } from "./theme.ts";
import { showErrorToast, watchToasts } from "./toasts.ts";

function readSavedFormKey(): string | null {
	const state: unknown = history.state;
	if (!(state instanceof Object && "formKey" in state)) return null;
	return typeof state.formKey === "string" ? state.formKey : null;
}

/**
 * Restores a form's idempotency key from the history entry, and saves it there when the form is submitted. A visitor who goes back and
 * submits again therefore places only one order. A new visit gets a new key from the server, and so does the page that shows why a form was
 * rejected.
 */
function saveFormKeyInHistory(): void {
	const field = document.querySelector<HTMLInputElement>("input[data-form-key]");
	if (!field) return;
	field.value = readSavedFormKey() ?? field.value;
	document.addEventListener("submit", ({ target }) => {
		if (target !== field.form) return;
		history.replaceState({ ...history.state, formKey: field.value }, "");
	});
}

/** Starts the scripts of a document, a page without React Router in the browser. */
function start(): void {
	// Makes the response to a form an ordinary history entry: Back and Reload then do not submit the form again.
	history.replaceState(history.state, "");
	saveFormKeyInHistory();
	watchTheme();
	// Never aborted: these scripts run until the visitor leaves the document. The dashboard stops them (app/shell/dashboard-scripts.tsx).
	const { signal } = new AbortController();
	watchToasts(signal);
	watchForms(signal);
	watchSearch(signal);
	watchBasketCount(signal);
	watchBasketForms(signal);
	for (const section of document.querySelectorAll<HTMLElement>("[data-carousel]"))
		startCarousel(section);
	const { account } = document.body.dataset;
	if (document.querySelector("[data-draft]")) {
		import("./drafts.ts")
			.then(
				({ watchDrafts }) => watchDrafts(account ?? ""),
				() => undefined,
			)
			.then(hydrateIslands);
	} else hydrateIslands();
	if (document.querySelector("[data-live]")) {
		import("./live.ts").then(
			({ refreshLiveParts }) => refreshLiveParts(),
			() => undefined,
		);
	}
	const lines = document.querySelector<HTMLFormElement>("form[data-lines]");
	if (lines) {
		import("./quick-order-lines.ts").then(
			({ saveLinesInUrl }) => saveLinesInUrl(lines),
			() => undefined,
		);
	}
	const buyForm = document.querySelector<HTMLFormElement>("[data-buy-form]");
	if (buyForm) {
		whenIdle(() =>
			import("./buy-form.ts").then(
				({ startBuyForm }) => startBuyForm(buyForm),
				() => undefined,
			),
		);
	}
	const email = account === "" ? null : account;
	syncAccessToken(email);
	reloadAfterSignOut(email);
	watchOtherTabs(email, signal, () => showErrorToast(signedOut));
	watchOffline(signal, () => showErrorToast(offline));
	document.documentElement.dataset.script = "started";
}

if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
else start();
