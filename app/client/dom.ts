/**
 * `replaceChildren`, because the Workers' types give `append` and `after` of an element other parameters than the DOM's.
 * @param attributes values are not interpreted as HTML, nor are texts among the children
 */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
	tag: Tag,
	attributes: Record<string, string>,
	...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
	element.replaceChildren(...children);
	return element;
}

/** Removes the attribute where the value is null. */
export function setAttributes(element: HTMLElement, values: Record<string, string | null>): void {
	for (const [name, value] of Object.entries(values)) {
		if (value === null) element.removeAttribute(name);
		else element.setAttribute(name, value);
	}
}
