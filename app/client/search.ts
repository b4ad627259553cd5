const fields = ".site-search input";
const started = new WeakSet<HTMLInputElement>();

/** Without the suggestions the field is a plain one, and its form searches all the same. */
async function suggestIn(target: EventTarget | null): Promise<void> {
	if (!(target instanceof HTMLInputElement) || !target.matches(fields)) return;
	if (started.has(target)) return;
	started.add(target);
	await import("./suggestions.ts").then(
		({ startSuggestions }) => startSuggestions(target),
		() => started.delete(target),
	);
}

/** Focuses the field of an opened popover and selects its text, unless the visitor has begun to type. */
function focusField({ target }: Event): void {
	if (!(target instanceof HTMLElement) || !target.matches(":popover-open")) return;
	const field = target.querySelector<HTMLInputElement>(`:scope${fields}`);
	if (!field) return;
	field.focus();
	if (field.value === field.defaultValue) field.select();
}

/** Loads the suggestions when a search field of the bar is first focused. @returns what ends that */
export function watchSearch(root: Document): () => void {
	const ending = new AbortController();
	const { signal } = ending;
	root.addEventListener("focusin", ({ target }) => void suggestIn(target), { signal });
	root.addEventListener("toggle", focusField, { signal, capture: true });
	// Focused before this script ran.
	suggestIn(root.activeElement);
	return () => ending.abort();
}
