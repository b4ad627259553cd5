import { type FormEvent, useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { readDraft, saveDraft } from "./drafts.ts";

/** Removes the draft once a form leads to another page: only an accepted one does. */
export function useDraftUntilSent(account: string, name: string): void {
	const { formMethod, location } = useNavigation();
	const { pathname } = useLocation();
	const isSent = formMethod === "POST" && location?.pathname !== pathname;
	useEffect(() => {
		if (isSent) saveDraft(account, name, null);
	}, [isSent, account, name]);
}

/**
 * Keeps what is typed into a form of the dashboard until it is sent, in this tab and for this account, as app/client/drafts.ts does in documents.
 * @param account the email of the account
 * @param start what the form started with: the draft has it too
 * @returns the kept values, once the page is hydrated, and `keep` for the form's `input` events
 */
export function useDraft(account: string, name: string, start: string) {
	const [draft, setDraft] = useState<Record<string, string>>({});
	useEffect(() => setDraft(Object.fromEntries(readDraft(account, name))), [account, name]);
	useDraftUntilSent(account, name);
	const keep = ({ target }: FormEvent) => {
		const form = target instanceof Element ? target.closest("form") : null;
		if (!form) return;
		const values = new URLSearchParams({ start });
		for (const [field, value] of new FormData(form)) values.set(field, String(value));
		saveDraft(account, name, values);
	};
	return { draft, keep };
}
