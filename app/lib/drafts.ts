import { draftsKey, readStored, removeStored, store } from "./safe-storage.ts";

/** What was typed into forms in this tab, by the name of the form. */
function readDrafts(account: string): URLSearchParams {
	const stored = new URLSearchParams(readStored("sessionStorage", draftsKey) ?? "");
	if (stored.get("account") === account) return stored;
	// Nobody sees what another account has typed in this tab.
	removeStored("sessionStorage", draftsKey);
	return new URLSearchParams({ account });
}

/** @param account "" for a visitor */
export const readDraft = (account: string, form: string): URLSearchParams =>
	new URLSearchParams(readDrafts(account).get(form) ?? "");

/** @param values null once the form was sent */
export function saveDraft(account: string, form: string, values: URLSearchParams | null): void {
	const drafts = readDrafts(account);
	if (values) drafts.set(form, String(values));
	else drafts.delete(form);
	store("sessionStorage", draftsKey, String(drafts));
}
