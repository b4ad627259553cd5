import { useEffect, useSyncExternalStore } from "react";
import { themePath } from "#contract/theme.ts";

/** The theme of this page; null until it is first asked for. */
let current: string | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

function choose(theme: string): void {
	current = theme;
	for (const listener of listeners) listener();
}

/** The Worker has written the choice into the document (worker/http/theme.ts). */
const readTheme = () => {
	current ??= document.documentElement.dataset.theme ?? "system";
	return current;
};

/**
 * @returns `data-theme` of the html element; undefined where the device decides. React has to render it: it removes every
 * attribute that it does not know when an error page takes the place of the whole document
 */
export function useTheme(): string | undefined {
	const theme = useSyncExternalStore(subscribe, readTheme, () => "system");
	return theme === "system" ? undefined : theme;
}

const buttons = `form[action="${themePath}"] button`;

function onSubmit(event: SubmitEvent): void {
	const { submitter } = event;
	if (!(submitter instanceof HTMLButtonElement && submitter.matches(buttons))) return;
	event.preventDefault();
	choose(submitter.value);
	const body = new URLSearchParams({ theme: submitter.value });
	// Offline the choice holds until the page is left.
	fetch(themePath, { method: "POST", body, redirect: "manual" }).catch(() => undefined);
}

function press(theme: string): void {
	for (const button of document.querySelectorAll(buttons)) {
		button.setAttribute("aria-pressed", String(button.getAttribute("value") === theme));
	}
}

/** Changes the colors without loading the page again. The switch is static HTML: its form is listened to from outside. */
export function ThemeChoice() {
	const theme = useTheme() ?? "system";
	useEffect(() => press(theme), [theme]);
	useEffect(() => {
		document.addEventListener("submit", onSubmit);
		return () => document.removeEventListener("submit", onSubmit);
	}, []);
	return null;
}
