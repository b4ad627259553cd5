import { Still } from "#app/document/still.tsx";
import { Wordmark } from "#app/ui/wordmark.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

const links = [
	["/#about", "About"],
	["/blogs", "Blogs"],
	["/blogs#faqs", "FAQs"],
	["/#contact", "Contact"],
	["/potfolio", "Portfolio"],
	["/docs", "Developers"],
	["/accessibility", "Accessibility"],
] as const;

function Words() {
	return (
		<footer className="site-footer graphite">
			<div className="wide">
				<Wordmark />
				<nav aria-label="Footer">
					{links.map(([to, label]) => (
						<a key={to} href={to}>
							{label}
						</a>
					))}
				</nav>
				<ThemeSwitch />
				<p>Car repair tools in bulk, sold by the piece. Prices in US dollars.</p>
			</div>
		</footer>
	);
}

/** On every page, links of text only (specification.md §2). */
export const Footer = () => <Still of={Words} />;
