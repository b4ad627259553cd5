import { type FormEvent, useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { readStored, removeStored, store } from "./safe-storage.ts";

/**
 * Keeps what is typed into a form of the dashboard until it is sent, in this tab and for this account, as app/client/drafts.ts does in documents.
 * @returns the kept values, once the page is hydrated, and `keep` for the form's `input` events
 */
export function useDraft(name: string, account: string) {
	const [draft, setDraft] = useState<Record<string, string> | null>(null);
	const key = `draft-${name}`;
	useEffect(() => {
		const stored = new URLSearchParams(readStored("sessionStorage", key) ?? "");
		if (stored.get("account") === account) setDraft(Object.fromEntries(stored));
		else removeStored("sessionStorage", key);
	}, [key, account]);
	const { formMethod, location } = useNavigation();
	const { pathname } = useLocation();
	// Only an accepted form leads to another page.
	const isSent = formMethod === "POST" && location?.pathname !== pathname;
	useEffect(() => {
		if (isSent) removeStored("sessionStorage", key);
	}, [isSent, key]);
	/** @param origin what the form started with */
	const keep = (event: FormEvent, origin: Record<string, string>) => {
		const form = event.target instanceof Element ? event.target.closest("form") : null;
		if (!form) return;
		const values = new URLSearchParams({ ...origin, account });
		for (const [field, value] of new FormData(form)) {
			if (typeof value === "string") values.set(field, value);
		}
		store("sessionStorage", key, String(values));
	};
	return { draft, keep };
}
