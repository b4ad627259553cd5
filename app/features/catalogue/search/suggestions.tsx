import { useEffect, useEffectEvent, useId, useState } from "react";
import { useNavigate } from "react-router";
import * as v from "valibot";
import { keepUnitsTogether } from "#app/ui/line-breaks.tsx";
import { minSuggestionLength } from "#contract/limits.ts";
import { formatCents } from "#contract/money.ts";
import {
	readToolsQuery,
	type Suggestion,
	suggestionResponse,
	toolsPath,
} from "#contract/schemas/finding.ts";

/** Listens to a field that this part did not render. */
function useField(field: HTMLInputElement, listener: (event: Event) => void): void {
	const heard = useEffectEvent(listener);
	useEffect(() => {
		const leaving = new AbortController();
		for (const type of ["input", "blur", "keydown"]) {
			field.addEventListener(type, (event) => heard(event), { signal: leaving.signal });
		}
		return () => leaving.abort();
	}, [field]);
}

/** Says of the field what it is now: a combobox, its list, which option is active (WAI-ARIA 1.2). */
function useComboboxRole(
	field: HTMLInputElement,
	listId: string,
	active: string | null,
	open: boolean,
): void {
	useEffect(() => {
		const attributes: [string, string | null][] = [
			["role", "combobox"],
			["aria-autocomplete", "list"],
			["aria-haspopup", "listbox"],
			["aria-expanded", String(open)],
			["aria-controls", open ? listId : null],
			["aria-activedescendant", active],
		];
		for (const [name, value] of attributes) {
			if (value === null) field.removeAttribute(name);
			else field.setAttribute(name, value);
		}
	}, [field, listId, active, open]);
}

const responseSchema = v.array(suggestionResponse);
/** Milliseconds without a key before the shop is asked. */
const debounceMs = 120;

async function ask(q: string, signal: AbortSignal): Promise<Suggestion[]> {
	const response = await fetch(`/suggestions?${new URLSearchParams({ q })}`, { signal });
	return v.parse(responseSchema, await response.json());
}

function useSuggestions(typed: string): Suggestion[] {
	const [suggestions, setSuggestions] = useState<Suggestion[]>([]);
	const q = typed.trim().toLowerCase();
	useEffect(() => {
		const aborted = new AbortController();
		const { signal } = aborted;
		const show = (found: Suggestion[]) => !signal.aborted && setSuggestions(found);
		const timer = setTimeout(async () => {
			if (q.length < minSuggestionLength) return show([]);
			ask(q, signal).then(show, () => show([]));
		}, debounceMs);
		return () => {
			clearTimeout(timer);
			aborted.abort();
		};
	}, [q]);
	return suggestions;
}

/**
 * WAI-ARIA Authoring Practices, "Combobox": after the last option, and before the first, comes the field itself.
 * @param active index of the active option; -1 for the field
 */
export function move(key: "ArrowDown" | "ArrowUp", active: number, count: number): number {
	const step = key === "ArrowDown" ? 1 : -1;
	const places = count + 1;
	return ((active + 1 + step + places) % places) - 1;
}

type Option = { to: string; suggestion: Suggestion | null };

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
			<img
				src={img}
				alt=""
				width="56"
				height="42"
				loading="lazy"
				className="picture-box w-14 flex-none rounded-[2px]"
			/>
			<span className="grow text-pretty">{keepUnitsTogether(name)}</span>
			<span className="num font-semibold">{formatCents(Math.round(price * 100))}</span>
		</>
	);
}

const typedBefore = (field: HTMLInputElement): string =>
	document.activeElement === field && field.value !== field.defaultValue ? field.value : "";

/** A list that the field steers (WAI-ARIA Authoring Practices, "Combobox with list autocomplete"); the form still works. */
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
	useField(field, (event) => {
		if (event instanceof KeyboardEvent) return onKey(event);
		close();
		if (event.type === "blur") return;
		setTyped(field.value);
		setWanted(true);
	});
	useComboboxRole(field, listId, open && active >= 0 ? idOf(active) : null, open);
	return (
		<>
			<div
				role="listbox"
				id={listId}
				aria-label="Suggestions"
				className="floating-box absolute inset-[calc(100%+8px)_0_auto] z-1 max-h-[calc(100dvh-var(--header)-96px)] min-w-[min(28rem,100vw-32px)] overflow-y-auto py-2"
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
						className="flex min-h-14 cursor-pointer items-center gap-3 px-4 py-1.5 hover:bg-base-200 aria-selected:bg-base-200 aria-selected:mark-current"
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
