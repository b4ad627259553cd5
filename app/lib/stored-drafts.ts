import { draftsKey, readStored, removeStored, store } from "./safe-storage.ts";

/** Returns what was typed into forms in this tab, keyed by form name. */
function readDrafts(account: string): URLSearchParams {
	const stored = new URLSearchParams(readStored("sessionStorage", draftsKey) ?? "");
	if (stored.get("account") === account) return stored;
	// Drafts of one account must not be shown to another that uses this tab.
	removeStored("sessionStorage", draftsKey);
	return new URLSearchParams({ account });
}

/** @param account - the email, or "" if signed out */
export const readDraft = (account: string, form: string): URLSearchParams =>
	new URLSearchParams(readDrafts(account).get(form) ?? "");

/** @param values - null once the form has been submitted */
export function saveDraft(account: string, form: string, values: URLSearchParams | null): void {
	const drafts = readDrafts(account);
	if (values) drafts.set(form, String(values));
	else drafts.delete(form);
	store("sessionStorage", draftsKey, String(drafts));
}

/** The name of the draft of the order form that was submitted last (app/client/drafts.ts). */
export const sentOrderName = "sentOrder";
