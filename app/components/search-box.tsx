import { type ComponentType, useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { textLength } from "#contract/limits.ts";
import { readToolsQuery, toolsPath } from "#contract/schemas/finding.ts";
import { loadPart } from "../islands/lazy.ts";
import { Icon } from "./ui/icon.tsx";

const panel = "site-search";

/** On phones: opens the search. */
export const SearchButton = () => (
	<button type="button" className="bar-button" popoverTarget={panel} aria-label="Find tools">
		<Icon name="search" size={24} />
	</button>
);

type List = ComponentType<{ field: HTMLInputElement }>;

/** @returns the suggestions and what fetches them; without them the field is a plain one, and searches all the same */
function useSuggestionsPart(field: { current: HTMLInputElement | null }) {
	const [Suggestions, setSuggestions] = useState<List | null>(null);
	const load = async () => {
		const part = loadPart("suggestions", () => import("../islands/search/suggestions.tsx"));
		await part.then(
			({ Suggestions: List }) => setSuggestions(() => List),
			() => undefined,
		);
	};
	useEffect(() => {
		/** Opened, or pressed, before this script ran. */
		if (document.querySelector(`#${panel}:popover-open`)) field.current?.select();
		if (document.activeElement === field.current) load();
	}, [field]);
	return { list: Suggestions && field.current && <Suggestions field={field.current} />, load };
}

/**
 * The search of the bar: a form that gets, on phones in a popover, so it works without script. What was searched stands
 * in it as long as its results are shown.
 */
export function SearchBox({ pathname }: { pathname: string }) {
	const navigate = useNavigate();
	const [params] = useSearchParams();
	const field = useRef<HTMLInputElement>(null);
	const { list, load } = useSuggestionsPart(field);
	const { q } = readToolsQuery(params);
	const searched = pathname === "/tools" ? q : "";
	const search = (typed: string) =>
		navigate(toolsPath(readToolsQuery(new URLSearchParams({ q: typed }))));
	return (
		<search
			key={`${pathname} ${searched}`}
			id={panel}
			popover="auto"
			className="site-search graphite"
			onToggle={({ newState }) => newState === "open" && field.current?.select()}
		>
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
					autoComplete="off"
					autoCapitalize="none"
					spellCheck={false}
					enterKeyHint="search"
					onFocus={load}
				/>
				{list}
			</form>
		</search>
	);
}
