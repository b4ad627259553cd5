import { Still } from "#app/document/still.tsx";
import { Wordmark } from "#app/ui/wordmark.tsx";
import { themePath, themes } from "#contract/theme.ts";

/** The Worker writes the choice into the page (worker/http/theme.ts); with script it is seen at once (app/shell/theme.tsx). */
const ThemeSwitch = () => (
	<form method="post" action={themePath} className="theme-switch">
		<fieldset>
			<legend className="sr-only">Theme</legend>
			{Object.entries(themes).map(([theme, label]) => (
				<button
					key={theme}
					type="submit"
					name="theme"
					value={theme}
					aria-pressed={theme === "system"}
				>
					{label}
				</button>
			))}
		</fieldset>
	</form>
);

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
