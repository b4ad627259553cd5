/** Attribute values and strings among the children are not parsed as HTML. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
	tag: Tag,
	attributes: Record<string, string>,
	...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
	// Not `append`: Cloudflare's types declare it for HTMLRewriter, with other parameters.
	element.replaceChildren(...children);
	return element;
}

export function setAttributes(element: HTMLElement, values: Record<string, string | null>): void {
	for (const [name, value] of Object.entries(values)) {
		if (value === null) element.removeAttribute(name);
		else element.setAttribute(name, value);
	}
}
