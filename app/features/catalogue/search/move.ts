/**
 * Which option is active after an arrow key (WAI-ARIA Authoring Practices, "Combobox").
 * @param active index of the active option; -1 for none: the field itself
 * @param count options
 * @returns the index of the next one, -1 between the last and the first
 */
export function move(key: "ArrowDown" | "ArrowUp", active: number, count: number): number {
	const step = key === "ArrowDown" ? 1 : -1;
	const places = count + 1;
	return ((active + 1 + step + places) % places) - 1;
}
