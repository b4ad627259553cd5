import { useEffect, useEffectEvent } from "react";

type Handlers = { onInput: () => void; onLeave: () => void; onKey: (event: KeyboardEvent) => void };

/** Listens to a field that stood in the page before. */
export function useField(field: HTMLInputElement, handlers: Handlers): void {
	const onInput = useEffectEvent(handlers.onInput);
	const onLeave = useEffectEvent(handlers.onLeave);
	const onKey = useEffectEvent(handlers.onKey);
	useEffect(() => {
		const leaving = new AbortController();
		const { signal } = leaving;
		field.addEventListener("input", () => onInput(), { signal });
		field.addEventListener("blur", () => onLeave(), { signal });
		field.addEventListener("keydown", (event) => onKey(event), { signal });
		return () => leaving.abort();
	}, [field]);
}

/** Says of the field what it is now: a combobox, its list, which option is active (WAI-ARIA 1.2). */
export function useComboboxRole(
	field: HTMLInputElement,
	listId: string,
	active: string | null,
	open: boolean,
): void {
	useEffect(() => {
		const attributes: [string, string | null][] = [
			["role", "combobox"],
			["aria-autocomplete", "list"],
			["aria-haspopup", "listbox"],
			["aria-expanded", String(open)],
			["aria-controls", open ? listId : null],
			["aria-activedescendant", active],
		];
		for (const [name, value] of attributes) {
			if (value === null) field.removeAttribute(name);
			else field.setAttribute(name, value);
		}
	}, [field, listId, active, open]);
}
