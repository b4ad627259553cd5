/**
 * Which page buttons stand in a pager: first, last, the current one and its neighbours.
 * @param page current page, from 0; @param pages how many there are
 * @returns page numbers from 0, with a key where some are left out; all of them up to 7
 */
export function pagesShown(page: number, pages: number): (number | "gap-before" | "gap-after")[] {
	const all = Array.from({ length: pages }, (_, index) => index);
	if (pages <= 7) return all;
	const middle = Math.min(Math.max(page, 2), pages - 3);
	const near = all.slice(middle - 1, middle + 2);
	return [
		0,
		...(middle > 2 ? (["gap-before"] as const) : []),
		...near,
		...(middle < pages - 3 ? (["gap-after"] as const) : []),
		pages - 1,
	];
}
