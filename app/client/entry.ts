import { keepAccessToken } from "./access-token.ts";
import { keepFormKey } from "./form-key.ts";
import { watchForms } from "./forms.ts";
import { hydrateIslands } from "./islands.ts";
import { watchOffline } from "./offline.ts";
import { watchSearch } from "./search.ts";
import { startStrip } from "./strip.ts";
import { watchTheme } from "./theme.ts";
import { showErrorToast, watchToasts } from "./toasts.ts";

/** @returns who is signed in: null when nobody is, undefined when that is not known (app/root.tsx) */
function readAccount(): string | null | undefined {
	const { account } = document.body.dataset;
	return account === "" ? null : account;
}

/** The script of documents. */
function start(): void {
	keepFormKey();
	watchTheme();
	watchToasts();
	watchForms(document);
	watchSearch(document);
	for (const section of document.querySelectorAll<HTMLElement>("[data-strip]")) startStrip(section);
	hydrateIslands();
	if (document.querySelector("[data-live]")) {
		import("./live.ts").then(
			({ watchLive }) => watchLive(),
			() => undefined,
		);
	}
	keepAccessToken(readAccount());
	watchOffline(showErrorToast);
	document.documentElement.dataset.script = "started";
}

if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
else start();
