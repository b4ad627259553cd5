import { readStored, store } from "#app/lib/safe-storage.ts";
import { themePath } from "#contract/theme.ts";

/** In session storage: the choice made in this tab. */
const key = "theme";

const buttons = `form[action="${themePath}"] button`;

/** The theme of this page; null until it is first read. */
let current: string | null = null;

/** @returns the theme that the Worker has written into the document (worker/http/theme.ts), or the one chosen since */
export function readTheme(): string {
	current ??= document.documentElement.dataset.theme ?? "system";
	return current;
}

function showTheme(): void {
	const theme = readTheme();
	const { dataset } = document.documentElement;
	if (theme === "system") delete dataset.theme;
	else dataset.theme = theme;
	for (const button of document.querySelectorAll(buttons)) {
		button.setAttribute("aria-pressed", String(button.getAttribute("value") === theme));
	}
}

/**
 * Changes the colors without loading the page again.
 * @param onChange is called after each change
 * @returns what ends that
 */
export function watchTheme(onChange?: () => void): () => void {
	const ending = new AbortController();
	const { signal } = ending;
	const change = (theme: string) => {
		current = theme;
		showTheme();
		onChange?.();
	};
	const onSubmit = (event: SubmitEvent) => {
		const { submitter } = event;
		if (!(submitter instanceof HTMLButtonElement && submitter.matches(buttons))) return;
		event.preventDefault();
		change(submitter.value);
		store("sessionStorage", key, submitter.value);
		const body = new URLSearchParams({ theme: submitter.value });
		// Offline the choice holds until the page is left.
		fetch(themePath, { method: "POST", body, redirect: "manual" }).catch(() => undefined);
	};
	/** A page from the back/forward cache has the theme that it was left with. */
	const onReturn = ({ persisted }: PageTransitionEvent) => {
		const chosen = persisted ? readStored("sessionStorage", key) : null;
		if (chosen !== null) change(chosen);
	};
	showTheme();
	document.addEventListener("submit", onSubmit, { signal });
	addEventListener("pageshow", onReturn, { signal });
	return () => ending.abort();
}
