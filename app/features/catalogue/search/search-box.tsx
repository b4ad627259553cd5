import { useSearchParams } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { textLength } from "#contract/limits.ts";
import { readToolsQuery } from "#contract/schemas/finding.ts";

const panel = "site-search";

export const SearchButton = () => (
	<button type="button" className="bar-button" popoverTarget={panel} aria-label="Find tools">
		<Icon name="search" size={24} />
	</button>
);

/** The suggestions (app/client/suggestions.ts) are put into its empty element, which React leaves alone. */
const SearchForm = ({ searched, opens = false }: { searched: string; opens?: boolean }) => (
	<form action="/tools">
		<Icon name="search" size={18} />
		<input
			type="text"
			inputMode="search"
			name="q"
			aria-label="Find tools"
			placeholder="Find tools"
			defaultValue={searched}
			maxLength={textLength.query}
			// biome-ignore lint/a11y/noAutofocus: of a popover that somebody opens to type into
			autoFocus={opens}
			autoComplete="off"
			autoCapitalize="none"
			spellCheck={false}
			enterKeyHint="search"
		/>
		<div data-suggestions />
	</form>
);

/**
 * The search of the bar, rendered twice: in the bar where there is room, and for phones in a popover, which focuses its field by
 * `autofocus`, with and without script (HTML standard, "popover focusing steps").
 */
export function SearchBox({ pathname }: { pathname: string }) {
	const [params] = useSearchParams();
	const { q } = readToolsQuery(params);
	const searched = pathname === "/tools" ? q : "";
	const key = `${pathname} ${searched}`;
	return (
		<>
			<search key={`bar ${key}`} className="site-search">
				<SearchForm searched={searched} />
			</search>
			<search key={`panel ${key}`} id={panel} popover="auto" className="site-search graphite">
				<SearchForm searched={searched} opens />
			</search>
		</>
	);
}
