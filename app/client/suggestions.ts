import * as v from "valibot";
import { keepUnitsTogether } from "#app/ui/keep-units-together.ts";
import { minSuggestionLength } from "#contract/limits.ts";
import { formatCents } from "#contract/money.ts";
import { type Suggestion, suggestionResponse, toolsPath } from "#contract/schemas/finding.ts";
import { createElement, setAttributes } from "./dom.ts";

const suggestionsSchema = v.array(suggestionResponse);
/** Milliseconds without a key before suggestions are requested. */
const debounceMs = 120;

async function requestSuggestions(q: string, signal: AbortSignal): Promise<Suggestion[]> {
	const response = await fetch(`/suggestions?${new URLSearchParams({ q })}`, { signal });
	return v.parse(suggestionsSchema, await response.json());
}

/** @returns a function that requests suggestions once the typing pauses; `show` gets none where that fails */
function createRequester(show: (suggestions: Suggestion[]) => void) {
	let requested = "";
	let inFlight = new AbortController();
	return (typed: string) => {
		const q = typed.trim().toLowerCase();
		if (q === requested) return;
		requested = q;
		inFlight.abort();
		inFlight = new AbortController();
		const { signal } = inFlight;
		const showCurrent = (suggestions: Suggestion[]) => !signal.aborted && show(suggestions);
		const request = () => {
			if (q.length < minSuggestionLength) return showCurrent([]);
			requestSuggestions(q, signal).then(showCurrent, () => showCurrent([]));
		};
		const timer = setTimeout(request, debounceMs);
		signal.addEventListener("abort", () => clearTimeout(timer));
	};
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

/** A link, so that it opens in a new tab where the visitor wants that; the field keeps the focus. */
const createOption = (href: string, ...children: Node[]) =>
	createElement(
		"a",
		{
			role: "option",
			href,
			tabindex: "-1",
			"aria-selected": "false",
			class:
				"flex min-h-14 cursor-pointer items-center gap-3 px-4 py-1.5 hover:bg-base-200 aria-selected:bg-base-200 aria-selected:mark-current",
		},
		...children,
	);

const createSuggestion = ({ _id, name, price, img }: Suggestion) =>
	createOption(
		`/tools/${_id}`,
		createElement("img", {
			src: img,
			alt: "",
			width: "56",
			height: "42",
			loading: "lazy",
			class: "picture-box w-14 flex-none rounded-[2px]",
		}),
		createElement("span", { class: "grow text-pretty" }, keepUnitsTogether(name)),
		createElement("span", { class: "num font-semibold" }, formatCents(Math.round(price * 100))),
	);

function createAllResults(typed: string): HTMLAnchorElement {
	const text = createElement("span", { class: "link" }, `All results for “${typed}”`);
	return createOption(toolsPath({ q: typed }), text);
}

const createList = () =>
	createElement("div", {
		role: "listbox",
		"aria-label": "Suggestions",
		class:
			"floating-box absolute inset-[calc(100%+8px)_0_auto] z-1 max-h-[calc(100dvh-var(--header)-96px)] min-w-[min(28rem,100vw-32px)] overflow-y-auto py-2",
		hidden: "",
	});

let lists = 0;

/** The list of a field: its options, which of them is active, and whether it is shown. */
function createCombobox(field: HTMLInputElement) {
	const list = createList();
	const status = createElement("span", { role: "status", class: "sr-only" });
	list.id = `suggestions-${++lists}`;
	field.form?.querySelector("[data-suggestions]")?.replaceChildren(list, status);
	let options: HTMLAnchorElement[] = [];
	let active = -1;
	const show = (open: boolean, index = -1) => {
		active = index;
		list.hidden = !open || options.length === 0;
		for (const [at, option] of options.entries()) {
			option.setAttribute("aria-selected", String(at === active));
		}
		options[active]?.scrollIntoView({ block: "nearest" });
		const count = options.length - 1;
		const said = list.hidden ? "" : `${count} ${count === 1 ? "suggestion" : "suggestions"}`;
		if (status.textContent !== said) status.textContent = said;
		setAttributes(field, {
			role: "combobox",
			"aria-autocomplete": "list",
			"aria-haspopup": "listbox",
			"aria-expanded": String(!list.hidden),
			"aria-controls": list.hidden ? null : list.id,
			"aria-activedescendant": options[active]?.id ?? null,
		});
	};
	const setOptions = (next: HTMLAnchorElement[]) => {
		options = next;
		for (const [index, option] of options.entries()) option.id = `${list.id}-${index}`;
		list.replaceChildren(...options);
	};
	return {
		list,
		show,
		setOptions,
		isOpen: () => !list.hidden,
		count: () => options.length,
		active: () => options[active],
		move: (key: "ArrowDown" | "ArrowUp") => show(true, move(key, active, options.length)),
	};
}

/** A list that the field controls (WAI-ARIA Authoring Practices, "Combobox with list autocomplete"). */
export function startSuggestions(field: HTMLInputElement): void {
	const combobox = createCombobox(field);
	let products: HTMLAnchorElement[] = [];
	/** Whether the list is to open when suggestions come. */
	let isTyping = false;
	const update = () => {
		const more = products.length > 0 ? [createAllResults(field.value.trim())] : [];
		combobox.setOptions([...products, ...more]);
		combobox.show(isTyping);
	};
	const request = createRequester((suggestions) => {
		products = suggestions.map(createSuggestion);
		update();
	});
	const close = () => {
		isTyping = false;
		combobox.show(false);
	};
	const onInput = () => {
		isTyping = true;
		request(field.value);
		update();
	};
	field.addEventListener("input", onInput);
	field.addEventListener("blur", close);
	field.addEventListener("keydown", (event) => {
		const { key } = event;
		if (event.isComposing || combobox.count() === 0) return;
		if (key === "ArrowDown" || key === "ArrowUp") {
			isTyping = true;
			combobox.move(key);
		} else if (key === "Enter" && combobox.active()) combobox.active()?.click();
		else if (key === "Escape" && combobox.isOpen()) close();
		else return;
		event.preventDefault();
	});
	// The field keeps the focus, and its keyboard on a phone.
	combobox.list.addEventListener("pointerdown", (event) => event.preventDefault());
	combobox.list.addEventListener("click", ({ target }) => {
		if (target instanceof Element && target.closest("a")) field.blur();
	});
	combobox.show(false);
	if (document.activeElement === field && field.value !== field.defaultValue) onInput();
}
