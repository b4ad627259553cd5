import { type ComponentType, useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { loadPart } from "#app/lib/lazy.ts";
import { Icon } from "#app/ui/icon.tsx";
import { textLength } from "#contract/limits.ts";
import { readToolsQuery, toolsPath } from "#contract/schemas/finding.ts";

const panel = "site-search";

export const SearchButton = () => (
	<button type="button" className="bar-button" popoverTarget={panel} aria-label="Find tools">
		<Icon name="search" size={24} />
	</button>
);

type List = ComponentType<{ field: HTMLInputElement }>;
type Field = { current: HTMLInputElement | null };

/** Without the suggestions the field is a plain one, and searches all the same. */
function useSuggestionsPart(field: Field) {
	const [Suggestions, setSuggestions] = useState<List | null>(null);
	const load = async () => {
		const part = loadPart("suggestions", () => import("./suggestions.tsx"));
		await part.then(
			({ Suggestions: List }) => setSuggestions(() => List),
			() => undefined,
		);
	};
	useEffect(() => {
		/** Pressed before this script ran. */
		if (document.activeElement === field.current) load();
	}, [field]);
	return { list: Suggestions && field.current && <Suggestions field={field.current} />, load };
}

type FormProps = {
	field: Field;
	searched: string;
	opens?: boolean;
};

function SearchForm({ field, searched, opens = false }: FormProps) {
	const navigate = useNavigate();
	const { list, load } = useSuggestionsPart(field);
	const search = (typed: string) =>
		navigate(toolsPath(readToolsQuery(new URLSearchParams({ q: typed }))));
	return (
		<form
			action="/tools"
			onSubmit={(event) => {
				event.preventDefault();
				search(field.current?.value ?? "");
			}}
		>
			<Icon name="search" size={18} />
			<input
				ref={field}
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
				onFocus={load}
			/>
			{list}
		</form>
	);
}

/** Focuses the field and selects its text, unless the visitor has begun to type. */
function take(field: HTMLInputElement | null): void {
	if (!field) return;
	field.focus();
	if (field.value === field.defaultValue) field.select();
}

/**
 * The search of the bar, rendered twice: in the bar where there is room, and for phones in a popover, which focuses its field by
 * `autofocus`, with and without script (HTML standard, "popover focusing steps").
 */
export function SearchBox({ pathname }: { pathname: string }) {
	const [params] = useSearchParams();
	const inBar = useRef<HTMLInputElement>(null);
	const inPanel = useRef<HTMLInputElement>(null);
	const { q } = readToolsQuery(params);
	const searched = pathname === "/tools" ? q : "";
	const key = `${pathname} ${searched}`;
	return (
		<>
			<search key={`bar ${key}`} className="site-search">
				<SearchForm field={inBar} searched={searched} />
			</search>
			<search
				key={`panel ${key}`}
				id={panel}
				popover="auto"
				className="site-search graphite"
				onToggle={({ newState }) => newState === "open" && take(inPanel.current)}
			>
				<SearchForm field={inPanel} searched={searched} opens />
			</search>
		</>
	);
}
