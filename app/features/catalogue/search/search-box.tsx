import { useSearchParams } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { textLength } from "#contract/limits.ts";
import { normalizeSearch } from "#contract/search-text.ts";

const panelId = "site-search";

export const SearchButton = () => (
	<button type="button" className="bar-button" popoverTarget={panelId} aria-label="Find tools">
		<Icon name="search" size={24} />
	</button>
);

/** app/client/suggestions.ts fills the empty `data-suggestions` element, whose content React leaves alone. */
const SearchForm = ({ query, inPopover = false }: { query: string; inPopover?: boolean }) => (
	<form action="/tools" className="relative flex items-center">
		<input
			type="text"
			inputMode="search"
			name="q"
			aria-label="Find tools"
			placeholder="Find tools"
			defaultValue={query}
			maxLength={textLength.toolSearch}
			// biome-ignore lint/a11y/noAutofocus: the visitor opened the popover to type in it
			autoFocus={inPopover}
			autoComplete="off"
			autoCapitalize="none"
			spellCheck={false}
			enterKeyHint="search"
		/>
		<button
			type="submit"
			aria-label="Search tools"
			className="tap-target absolute start-0 text-quiet"
		>
			<Icon name="search" size={18} />
		</button>
		<div data-suggestions />
	</form>
);

/** Renders the form twice: in the header on wide screens, and in a popover, which focuses its field even without JavaScript. */
export function SearchBox({ pathname }: { pathname: string }) {
	const [params] = useSearchParams();
	const query = pathname === "/tools" ? normalizeSearch(params.get("q") ?? "") : "";
	const key = `${pathname} ${query}`;
	return (
		<>
			<search key={`bar ${key}`} className="site-search mx-auto flex-[0_1_22rem] max-md:hidden">
				<SearchForm query={query} />
			</search>
			<search
				key={`panel ${key}`}
				id={panelId}
				popover="auto"
				className="site-search graphite overflow-visible px-4 py-3 md:hidden"
			>
				<SearchForm query={query} inPopover />
			</search>
		</>
	);
}
