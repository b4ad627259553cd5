/** Returns all pages if there are at most 7, otherwise the first, the last, the current one and its neighbors. Page 0 is the first. */
export function visiblePages(page: number, pages: number): (number | "gap-before" | "gap-after")[] {
	const all = Array.from({ length: pages }, (_, index) => index);
	if (pages <= 7) return all;
	const middle = Math.min(Math.max(page, 2), pages - 3);
	return [
		0,
		...(middle > 2 ? (["gap-before"] as const) : []),
		...all.slice(middle - 1, middle + 2),
		...(middle < pages - 3 ? (["gap-after"] as const) : []),
		pages - 1,
	];
}

type Props = {
	/** Zero-based. */
	page: number;
	pages: number;
	href: (page: number) => string;
	label: string;
};

export function Pager({ page, pages, href, label }: Props) {
	if (pages < 2) return null;
	return (
		<nav aria-label={label} className="pager">
			{visiblePages(page, pages).map((item) =>
				typeof item === "string" ? (
					<span key={item} aria-hidden>
						…
					</span>
				) : (
					<a
						key={item}
						href={href(item)}
						aria-label={`Page ${item + 1}`}
						aria-current={item === page ? "page" : undefined}
					>
						{item + 1}
					</a>
				),
			)}
		</nav>
	);
}
