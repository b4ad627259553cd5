import { pagesShown } from "./pages-shown.ts";
import { PathLink } from "./path-link.tsx";

type Props = {
	/** From 0, as the calls count. */
	page: number;
	pages: number;
	/** Address of a page, from 0. */
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
