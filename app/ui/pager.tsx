import { PathLink } from "./path-link.tsx";

/**
 * Which pages have a button: first, last, the current one and its neighbors; all of them up to 7.
 * @returns page numbers from 0, with a key where some are left out
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

type Props = {
	/** From 0, as the calls count. */
	page: number;
	pages: number;
	href: (page: number) => string;
	label: string;
};

/** Page buttons as real links, so a page can be shared and opened without script (specification.md §2). */
export function Pager({ page, pages, href, label }: Props) {
	if (pages < 2) return null;
	return (
		<nav aria-label={label} className="pager">
			{pagesShown(page, pages).map((shown) =>
				typeof shown === "string" ? (
					<span key={shown} aria-hidden>
						…
					</span>
				) : (
					<PathLink
						key={shown}
						to={href(shown)}
						prefetch="intent"
						aria-label={`Page ${shown + 1}`}
						aria-current={shown === page ? "page" : undefined}
					>
						{shown + 1}
					</PathLink>
				),
			)}
		</nav>
	);
}
