import { type FormEvent, useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { readDraft, saveDraft } from "#app/client/dashboard-scripts.client.ts";

/** Removes the draft once submitting the form navigates to another page, because a rejected form stays on its page. */
export function useDraftUntilSubmitted(account: string, name: string): void {
	const { formMethod, location } = useNavigation();
	const { pathname } = useLocation();
	const isSubmitted = formMethod === "POST" && location?.pathname !== pathname;
	useEffect(() => {
		if (isSubmitted) saveDraft(account, name, null);
	}, [isSubmitted, account, name]);
}

/**
 * Saves the values of a dashboard form until it is submitted, per tab and account, as app/client/drafts.ts does in documents.
 * @param account - the email of the account
 * @param initialValue - the form's initial value, which is stored with the draft
 * @returns the saved values, once the page is hydrated, and `save` for the form's `input` events
 */
export function useDraft(account: string, name: string, initialValue: string) {
	const [draft, setDraft] = useState<Record<string, string>>({});
	useEffect(() => setDraft(Object.fromEntries(readDraft(account, name))), [account, name]);
	useDraftUntilSubmitted(account, name);
	const save = ({ target }: FormEvent) => {
		const form = target instanceof Element ? target.closest("form") : null;
		if (!form) return;
		const values = new URLSearchParams({ initialValue });
		for (const [field, value] of new FormData(form)) values.set(field, String(value));
		saveDraft(account, name, values);
	};
	return { draft, save };
}
