import { type Ref, useState } from "react";

function textIn(id: string): string | null {
	if (typeof document === "undefined") return null;
	const field = document.getElementById(id);
	return field instanceof HTMLTextAreaElement ? field.value : null;
}

function hand<Element>(ref: Ref<Element> | undefined, element: Element | null) {
	if (typeof ref === "function") return ref(element);
	if (ref) ref.current = element;
}

/**
 * React writes the page's text back into a textarea when it takes the page over (react-dom's `initTextarea`; it leaves
 * inputs alone). What somebody had typed by then is kept.
 * @param id of the textarea
 * @param ref what else is told of it, after its text is back
 * @returns its ref
 */
export function useTypedBefore(id: string, ref: Ref<HTMLTextAreaElement> | undefined) {
	const [before] = useState(() => ({ text: textIn(id) }));
	return (element: HTMLTextAreaElement | null) => {
		if (element && before.text !== null) {
			element.value = before.text;
			before.text = null;
		}
		return hand(ref, element);
	};
}
