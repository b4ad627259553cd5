import { splitMeasures } from "#contract/measures.ts";

function createMeasure(text: string): HTMLElement {
	const element = document.createElement("span");
	element.className = "whitespace-nowrap";
	element.textContent = text;
	return element;
}

/** The same as app/ui/keep-units-together.tsx, for scripts without React. */
export const keepUnitsTogether = (text: string): (string | HTMLElement)[] =>
	splitMeasures(text).map((part, index) => (index % 2 === 1 ? createMeasure(part) : part));
