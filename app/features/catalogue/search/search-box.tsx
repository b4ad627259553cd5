import { useSearchParams } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { textLength } from "#contract/limits.ts";
import { readToolsQuery } from "#contract/schemas/tools-query.ts";

const panelId = "site-search";

export const SearchButton = () => (
	<button type="button" className="bar-button" popoverTarget={panelId} aria-label="Find tools">
		<Icon name="search" size={24} />
	</button>
);

/** The script app/client/suggestions.ts fills the empty element, which React does not change. */
const SearchForm = ({ query, inPopover = false }: { query: string; inPopover?: boolean }) => (
	<form action="/tools">
		<Icon name="search" size={18} />
		<input
			type="text"
			inputMode="search"
			name="q"
			aria-label="Find tools"
			placeholder="Find tools"
			defaultValue={query}
			maxLength={textLength.query}
			// biome-ignore lint/a11y/noAutofocus: the visitor opened the popover to type in it
			autoFocus={inPopover}
			autoComplete="off"
			autoCapitalize="none"
			spellCheck={false}
			enterKeyHint="search"
		/>
		<div data-suggestions />
	</form>
);

/**
 * The search of the site header, rendered twice: in the header of wide screens, and for phones in a popover. The popover focuses its
 * field by `autofocus`, which works without JavaScript too (HTML standard, "popover focusing steps").
 */
export function SearchBox({ pathname }: { pathname: string }) {
	const [params] = useSearchParams();
	const { q } = readToolsQuery(params);
	const query = pathname === "/tools" ? q : "";
	const key = `${pathname} ${query}`;
	return (
		<>
			<search key={`bar ${key}`} className="site-search">
				<SearchForm query={query} />
			</search>
			<search key={`panel ${key}`} id={panelId} popover="auto" className="site-search graphite">
				<SearchForm query={query} inPopover />
			</search>
		</>
	);
}
