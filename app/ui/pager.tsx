/** Returns all pages if there are at most 7, otherwise the first, the last, the current one and its neighbors. Page 0 is the first. */
export function listPagerItems(
	page: number,
	pageCount: number,
): (number | "gap-before" | "gap-after")[] {
	const all = Array.from({ length: pageCount }, (_, index) => index);
	if (pageCount <= 7) return all;
	const middle = Math.min(Math.max(page, 2), pageCount - 3);
	return [
		0,
		...(middle > 2 ? (["gap-before"] as const) : []),
		...all.slice(middle - 1, middle + 2),
		...(middle < pageCount - 3 ? (["gap-after"] as const) : []),
		pageCount - 1,
	];
}

type Props = {
	/** Zero-based. */
	page: number;
	pageCount: number;
	href: (page: number) => string;
	label: string;
};

export function Pager({ page, pageCount, href, label }: Props) {
	if (pageCount < 2) return null;
	return (
		<nav aria-label={label} className="pager">
			{listPagerItems(page, pageCount).map((item) =>
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
