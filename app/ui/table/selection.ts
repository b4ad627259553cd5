import { type RefObject, useEffect, useSyncExternalStore } from "react";
import { useNavigation } from "react-router";

/** The form that the boxes of a table's rows belong to, wherever they stand; one a page. */
export const bulkForm = "bulk";

/** The boxes of the rows. */
export const listBoxes = (): HTMLInputElement[] => [
	...document.querySelectorAll<HTMLInputElement>(`input[name="ids"][form="${bulkForm}"]`),
];

/** A form empties its fields only after it has said so. */
function subscribe(changed: () => void) {
	const changedSoon = () => void setTimeout(changed);
	document.addEventListener("change", changed);
	document.addEventListener("reset", changedSoon);
	return () => {
		document.removeEventListener("change", changed);
		document.removeEventListener("reset", changedSoon);
	};
}

const read = () =>
	listBoxes()
		.filter(({ checked }) => checked)
		.map(({ value }) => value)
		.join(" ");

/** @returns the ids of the selected rows: what the page itself holds, ticked before scripts ran or after */
export function useSelection(): Set<string> {
	const ids = useSyncExternalStore(
		subscribe,
		() => read(),
		() => "",
	);
	return new Set(ids.split(" ").filter(Boolean));
}

/** Selects nothing any more, once what was asked for is done. */
export function useClearWhenDone(form: RefObject<HTMLFormElement | null>): void {
	const { state, formData } = useNavigation();
	const isDone = state === "loading" && formData?.has("bulk") === true;
	useEffect(() => {
		if (isDone) form.current?.reset();
	}, [isDone, form]);
}
