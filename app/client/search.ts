const fieldSelector = ".site-search input";
const fieldsWithSuggestions = new WeakSet<HTMLInputElement>();

/** If suggestions.ts fails to load, the search form still works without suggestions. */
async function loadSuggestions(target: EventTarget | null): Promise<void> {
	if (!(target instanceof HTMLInputElement) || !target.matches(fieldSelector)) return;
	if (fieldsWithSuggestions.has(target)) return;
	fieldsWithSuggestions.add(target);
	await import("./suggestions.ts").then(
		({ startSuggestions }) => startSuggestions(target),
		() => fieldsWithSuggestions.delete(target),
	);
}

/** Focuses the field of the search popover when the popover opens. */
function focusSearchField({ target }: Event): void {
	if (!(target instanceof HTMLElement) || !target.matches(".site-search:popover-open")) return;
	const field = target.querySelector("input");
	if (!field) return;
	field.focus();
	if (field.value === field.defaultValue) field.select();
}

export function watchSearch(signal: AbortSignal): void {
	document.addEventListener("focusin", ({ target }) => void loadSuggestions(target), { signal });
	document.addEventListener("toggle", focusSearchField, { signal, capture: true });
	// A field may have been focused before this script ran.
	loadSuggestions(document.activeElement);
}
