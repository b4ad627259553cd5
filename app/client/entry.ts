import { whenIdle } from "#app/lib/when-idle.ts";
import { offlineMessage } from "#contract/loading-messages.ts";
import { reloadAfterSignOut, syncAccessToken, watchOtherTabs } from "./access-token.ts";
import { watchBasketCount } from "./basket-fields.ts";
import { watchBasketForms } from "./basket-forms.ts";
import { startCarousel } from "./carousel.ts";
import { watchForms } from "./forms.ts";
import { watchOffline } from "./offline.ts";
import { watchChart } from "./sales-chart.ts";
import { watchSearch } from "./search.ts";
import { watchTheme } from "./theme.ts";
import { showErrorToast, watchToasts } from "./toasts.ts";
import { watchValidatedForm } from "./watch-validated-form.ts";

function readSavedFormKey(): string | null {
	const state: unknown = history.state;
	if (!(state instanceof Object && "formKey" in state)) return null;
	return typeof state.formKey === "string" ? state.formKey : null;
}

/**
 * Restores a form's idempotency key from the history entry, and saves it there when the form is submitted. A visitor who goes back and
 * submits again therefore places only one order. The server sends a new key with each new visit, and with the page that shows why a form was
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

/** Starts an optional script if the document has the element that it enhances. Ignores errors, because the page works without the script. */
function startIfPresent<Target extends HTMLElement>(
	selector: string,
	start: (element: Target) => Promise<unknown>,
): void {
	const element = document.querySelector<Target>(selector);
	if (element) start(element).catch(() => undefined);
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
	for (const form of document.querySelectorAll<HTMLFormElement>("form[data-schema]"))
		watchValidatedForm(form);
	watchChart();
	const { account } = document.body.dataset;
	startIfPresent("[data-draft]", async () => {
		const { watchDrafts } = await import("./drafts.ts");
		watchDrafts(account ?? "");
	});
	startIfPresent("[data-live]", async () => {
		const { refreshLiveParts } = await import("./live.ts");
		refreshLiveParts();
	});
	startIfPresent("form:has([aria-invalid=true])", async (form: HTMLFormElement) => {
		const { watchRejectedForm } = await import("./check-form.ts");
		watchRejectedForm(form);
	});
	startIfPresent("form[data-lines]", async (form: HTMLFormElement) => {
		const { keepLinesInUrl } = await import("./quick-order-lines.ts");
		keepLinesInUrl(form);
	});
	startIfPresent("[data-passkey]", async (container) => {
		container.hidden = typeof PublicKeyCredential !== "function";
		if (container.hidden) return;
		const { startPasskeyLogin } = await import("./passkey-login.ts");
		startPasskeyLogin(container);
	});
	startIfPresent("[data-buy-form]", async (form: HTMLFormElement) => {
		await whenIdle();
		const { startBuyForm } = await import("./buy-form.ts");
		startBuyForm(form);
	});
	startIfPresent("[data-schema=purchase]", async (form: HTMLFormElement) => {
		await whenIdle();
		const { watchQuantity } = await import("./quantity-field.ts");
		watchQuantity(form);
	});
	const email = account === "" ? null : account;
	syncAccessToken(email, signal);
	reloadAfterSignOut(email);
	watchOtherTabs(email, signal, showErrorToast);
	watchOffline(signal, () => showErrorToast(offlineMessage));
	document.documentElement.dataset.script = "started";
}

if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
else start();
