import { useId, useState } from "react";
import { useNavigate } from "react-router";
import { unbroken } from "#app/lib/unbroken.ts";
import { formatCents } from "#contract/money.ts";
import { readToolsQuery, type Suggestion, toolsPath } from "#contract/schemas/finding.ts";
import { move } from "./move.ts";
import { useComboboxRole, useField } from "./use-field.ts";
import { useSuggestions } from "./use-suggestions.ts";

type Option = { to: string; suggestion: Suggestion | null };

/** The tools, and after them everything that the words find. */
const optionsOf = (typed: string, suggestions: Suggestion[]): Option[] =>
	suggestions.length === 0
		? []
		: [
				...suggestions.map((suggestion) => ({ to: `/tools/${suggestion._id}`, suggestion })),
				{ to: toolsPath(readToolsQuery(new URLSearchParams({ q: typed }))), suggestion: null },
			];

function Shown({ suggestion, typed }: { suggestion: Suggestion | null; typed: string }) {
	if (!suggestion) return <span className="link">All results for “{typed.trim()}”</span>;
	const { name, price, img } = suggestion;
	return (
		<>
			<img src={img} alt="" width="56" height="42" loading="lazy" />
			<span className="grow text-pretty">{unbroken(name)}</span>
			<span className="num font-semibold">{formatCents(Math.round(price * 100))}</span>
		</>
	);
}

/** What was typed while this part was still on its way. */
const typedBefore = (field: HTMLInputElement): string =>
	document.activeElement === field && field.value !== field.defaultValue ? field.value : "";

/**
 * Suggestions under the search of the bar while somebody types: a list that the field steers (WAI-ARIA Authoring
 * Practices, "Combobox with list autocomplete"). Arrows walk, Enter opens, Escape closes; the form still works.
 */
export function Suggestions({ field }: { field: HTMLInputElement }) {
	const navigate = useNavigate();
	const listId = useId();
	const before = typedBefore(field);
	const [typed, setTyped] = useState(before);
	const [wanted, setWanted] = useState(before !== "");
	const [active, setActive] = useState(-1);
	const options = optionsOf(typed, useSuggestions(typed));
	const open = wanted && options.length > 0;
	const idOf = (index: number) => `${listId}-${index}`;
	const close = () => {
		setWanted(false);
		setActive(-1);
	};
	const go = (option: Option | undefined) => {
		if (!option) return;
		close();
		field.blur();
		navigate(option.to);
	};
	const onArrow = (key: "ArrowDown" | "ArrowUp") => {
		setWanted(true);
		setActive(move(key, open ? active : -1, options.length));
	};
	const onKey = (event: KeyboardEvent) => {
		const { key } = event;
		if (event.isComposing || options.length === 0) return;
		if (key === "ArrowDown" || key === "ArrowUp") onArrow(key);
		else if (key === "Enter" && open && active >= 0) go(options[active]);
		else if (key === "Escape" && open) close();
		else return;
		event.preventDefault();
	};
	const onInput = () => {
		setTyped(field.value);
		setWanted(true);
		setActive(-1);
	};
	useField(field, { onInput, onKey, onLeave: close });
	useComboboxRole(field, listId, open && active >= 0 ? idOf(active) : null, open);
	return (
		<>
			<div
				role="listbox"
				id={listId}
				aria-label="Suggestions"
				className="suggestions"
				hidden={!open}
			>
				{options.map((option, index) => (
					// biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus, and hears the keys
					<div
						key={option.to}
						role="option"
						id={idOf(index)}
						tabIndex={-1}
						aria-selected={index === active}
						onPointerDown={(event) => event.preventDefault()}
						onClick={() => go(option)}
					>
						<Shown suggestion={option.suggestion} typed={typed} />
					</div>
				))}
			</div>
			<span role="status" className="sr-only">
				{open && `${options.length - 1} suggestions`}
			</span>
		</>
	);
}
