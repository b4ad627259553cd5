import type { RootData } from "#app/root-data.ts";
import { Wordmark } from "#app/ui/wordmark.tsx";
import { requestQuotePath } from "#contract/shop.ts";
import { themePath, themes } from "#contract/theme.ts";

/** The Worker sets `aria-pressed` on the chosen theme's button (worker/http/theme.ts). With JavaScript, app/client/theme.ts updates it. */
const ThemeSwitch = () => (
	<form method="post" action={themePath}>
		<fieldset className="flex overflow-clip rounded-sm border border-quiet">
			<legend className="sr-only">Theme</legend>
			{Object.entries(themes).map(([theme, label]) => (
				<button
					key={theme}
					type="submit"
					name="theme"
					value={theme}
					aria-pressed={theme === "system"}
					className="px-3.5 py-1.75 text-sm/normal underline-offset-4 hover:underline focus-visible:-outline-offset-3 aria-pressed:bg-neutral-content aria-pressed:text-neutral"
				>
					{label}
				</button>
			))}
		</fieldset>
	</form>
);

const links = [
	["/quick-order", "Quick order"],
	["/#about", "About"],
	["/blogs", "Blogs"],
	["/blogs#faqs", "FAQs"],
	["/contact", "Contact"],
	[requestQuotePath, "Request a quote"],
	["/potfolio", "Portfolio"],
	["/docs", "Developers"],
	["/accessibility", "Accessibility"],
] as const;

/** Staff cannot request quotes: the page would sign them out. */
const canFollow = (to: string, account: Props["account"]) =>
	to !== requestQuotePath || !account || account.capabilities.includes("orders:place");

type Props = { account: RootData["account"] | undefined };

/** On phones, Accessibility gets its own row: with text at 200%, the word is wider than a column. */
export const Footer = ({ account }: Props) => (
	<footer className="site-footer graphite py-8">
		<div className="wide flex flex-wrap items-center gap-x-8 gap-y-4">
			<Wordmark />
			<p className="text-sm/normal text-quiet">
				Car repair tools in bulk, sold by the piece. Prices in US dollars.
			</p>
			<nav
				aria-label="Footer"
				className="me-auto flex flex-wrap gap-x-6 max-sm:grid max-sm:w-full max-sm:grid-cols-2"
			>
				{links.map(
					([to, label]) =>
						canFollow(to, account) && (
							<a
								key={to}
								href={to}
								className={`py-2.5 underline-offset-4 hover:underline ${to === "/accessibility" ? "max-sm:col-span-2" : ""}`}
							>
								{label}
							</a>
						),
				)}
			</nav>
			<ThemeSwitch />
		</div>
	</footer>
);
