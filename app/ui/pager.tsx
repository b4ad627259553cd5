/**
 * Returns all pages if there are at most 7. Otherwise, returns the first page, the last page, and the three pages between them that are
 * nearest to the current one, with a gap where pages are omitted. Page 0 is the first.
 */
export function listPagerItems(
	page: number,
	pageCount: number,
): (number | "gap-before" | "gap-after")[] {
	const pages = Array.from({ length: pageCount }, (_, index) => index);
	if (pageCount <= 7) return pages;
	const center = Math.min(Math.max(page, 2), pageCount - 3);
	return [
		0,
		...(center > 2 ? (["gap-before"] as const) : []),
		...pages.slice(center - 1, center + 2),
		...(center < pageCount - 3 ? (["gap-after"] as const) : []),
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
