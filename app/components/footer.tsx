import { Link } from "react-router";
import { wayTo } from "./static-pages.ts";
import { Wordmark } from "./ui/wordmark.tsx";

const links = [
	["/#about", "About"],
	["/blogs", "Blogs"],
	["/blogs#faqs", "FAQs"],
	["/#contact", "Contact"],
	["/potfolio", "Portfolio"],
	["/docs", "Developers"],
] as const;

/** On every page, links of text only (specification.md §2). */
export function Footer() {
	return (
		<footer className="site-footer graphite">
			<div className="wide">
				<Wordmark />
				<nav aria-label="Footer">
					{links.map(([to, label]) => (
						<Link key={to} to={to} {...wayTo(to)}>
							{label}
						</Link>
					))}
				</nav>
				<p>Car repair tools in bulk, sold by the piece. Prices in US dollars.</p>
			</div>
		</footer>
	);
}
