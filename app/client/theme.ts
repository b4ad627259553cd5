import { readStored, store } from "#app/lib/safe-storage.ts";
import { themePath } from "#contract/theme.ts";

const storageKey = "theme";
const buttonSelector = `form[action="${themePath}"] button`;

let currentTheme: string | null = null;

/** Returns the theme that the visitor last chose. The Worker writes it into the document (worker/http/theme.ts). */
export function readTheme(): string {
	currentTheme ??= document.documentElement.dataset.theme ?? "system";
	return currentTheme;
}

function showTheme(): void {
	const theme = readTheme();
	const { dataset } = document.documentElement;
	if (theme === "system") delete dataset.theme;
	else dataset.theme = theme;
	for (const button of document.querySelectorAll<HTMLButtonElement>(buttonSelector))
		button.ariaPressed = String(button.value === theme);
}

export function watchTheme(onChange?: () => void): () => void {
	const controller = new AbortController();
	const { signal } = controller;
	const changeTheme = (theme: string) => {
		currentTheme = theme;
		showTheme();
		onChange?.();
	};
	const onSubmit = (event: SubmitEvent) => {
		const { submitter } = event;
		if (!(submitter instanceof HTMLButtonElement && submitter.matches(buttonSelector))) return;
		event.preventDefault();
		changeTheme(submitter.value);
		store("localStorage", storageKey, submitter.value);
		const body = new URLSearchParams({ theme: submitter.value });
		// If this fails, the choice lasts until the visitor leaves the page.
		fetch(themePath, { method: "POST", body, redirect: "manual" }).catch(() => undefined);
	};
	/** Updates a page from the back/forward cache, which still has its old theme. */
	const onPageShow = ({ persisted }: PageTransitionEvent) => {
		const storedTheme = persisted ? readStored("localStorage", storageKey) : null;
		if (storedTheme !== null) changeTheme(storedTheme);
	};
	/** Shows the theme that was chosen in another tab. */
	const onStorage = ({ key, newValue }: StorageEvent) => {
		if (key === storageKey && newValue !== null) changeTheme(newValue);
	};
	showTheme();
	document.addEventListener("submit", onSubmit, { signal });
	addEventListener("pageshow", onPageShow, { signal });
	addEventListener("storage", onStorage, { signal });
	return () => controller.abort();
}
