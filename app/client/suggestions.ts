import * as v from "valibot";
import { minSuggestionQueryLength } from "#contract/limits.ts";
import { formatCents } from "#contract/money.ts";
import { type Suggestion, suggestionResponse } from "#contract/schemas/search-text.ts";
import { keepUnitsTogether } from "./keep-units-together.ts";

/** Attribute values and string children are not parsed as HTML. */
function createElement<Tag extends keyof HTMLElementTagNameMap>(
	tag: Tag,
	attributes: Record<string, string>,
	...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
	// Not `append`: Cloudflare's types declare it for HTMLRewriter, with other parameters.
	element.replaceChildren(...children);
	return element;
}

function setAttributes(element: HTMLElement, values: Record<string, string | null>): void {
	for (const [name, value] of Object.entries(values)) {
		if (value === null) element.removeAttribute(name);
		else element.setAttribute(name, value);
	}
}

const suggestionsSchema = v.array(suggestionResponse);
const debounceMs = 120;

async function requestSuggestions(q: string, signal: AbortSignal): Promise<Suggestion[]> {
	const response = await fetch(`/suggestions?${new URLSearchParams({ q })}`, { signal });
	return v.parse(suggestionsSchema, await response.json());
}

/** Returns a function that requests suggestions when typing pauses. If the request fails or the text is too short, `show` gets null. */
function createRequester(show: (suggestions: Suggestion[] | null, q: string) => void) {
	let lastQuery = "";
	let controller = new AbortController();
	return (text: string) => {
		const q = text.trim().toLowerCase();
		if (q === lastQuery) return;
		lastQuery = q;
		controller.abort();
		controller = new AbortController();
		const { signal } = controller;
		const showCurrent = (suggestions: Suggestion[] | null) =>
			!signal.aborted && show(suggestions, q);
		const request = () => {
			if (q.length < minSuggestionQueryLength) return showCurrent(null);
			requestSuggestions(q, signal).then(showCurrent, () => showCurrent(null));
		};
		const timer = setTimeout(request, debounceMs);
		signal.addEventListener("abort", () => clearTimeout(timer));
	};
}

/**
 * Arrow keys cycle through the field and its options (WAI-ARIA Authoring Practices, "Combobox").
 * @param activeIndex - the index of the active option, or -1 for the field
 */
export function getNextIndex(
	key: "ArrowDown" | "ArrowUp",
	activeIndex: number,
	count: number,
): number {
	const step = key === "ArrowDown" ? 1 : -1;
	const positions = count + 1;
	return ((activeIndex + 1 + step + positions) % positions) - 1;
}

/** Options are links, so that a visitor can open one in a new tab. The field keeps focus. */
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

const createSuggestionLink = ({ _id, name, partNumber, price, img }: Suggestion) =>
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
		createElement(
			"span",
			{ class: "grow text-pretty" },
			...keepUnitsTogether(name),
			...(partNumber
				? [createElement("span", { class: "num block text-sm text-muted" }, partNumber)]
				: []),
		),
		createElement("span", { class: "num font-semibold" }, formatCents(Math.round(price * 100))),
	);

const createTextLink = (path: string, label: string, text = "") =>
	createOption(
		path,
		createElement("span", {}, text, createElement("span", { class: "link" }, label)),
	);

let listCount = 0;

function createCombobox(field: HTMLInputElement) {
	const list = createElement("div", {
		id: `suggestions-${++listCount}`,
		role: "listbox",
		"aria-label": "Suggestions",
		class:
			"floating-box absolute inset-[calc(100%+8px)_0_auto] z-1 max-h-[calc(100dvh-var(--header)-96px)] min-w-[min(28rem,100vw-32px)] overflow-y-auto py-2",
	});
	const status = createElement("span", { role: "status", class: "sr-only" });
	field.form?.querySelector("[data-suggestions]")?.replaceChildren(list, status);
	let options: HTMLAnchorElement[] = [];
	let activeIndex = -1;
	const show = (isOpen: boolean, newIndex = -1) => {
		activeIndex = newIndex;
		list.hidden = !isOpen || options.length === 0;
		for (const [index, option] of options.entries()) {
			option.ariaSelected = String(index === activeIndex);
		}
		options[activeIndex]?.scrollIntoView({ block: "nearest" });
		const count = options.length - 1;
		const text = list.hidden ? "" : `${count} ${count === 1 ? "suggestion" : "suggestions"}`;
		if (status.textContent !== text) status.textContent = text;
		setAttributes(field, {
			role: "combobox",
			"aria-autocomplete": "list",
			"aria-haspopup": "listbox",
			"aria-expanded": String(!list.hidden),
			"aria-controls": list.hidden ? null : list.id,
			"aria-activedescendant": options[activeIndex]?.id ?? null,
		});
	};
	const setOptions = (newOptions: HTMLAnchorElement[]) => {
		options = newOptions;
		for (const [index, option] of options.entries()) option.id = `${list.id}-${index}`;
		list.replaceChildren(...options);
	};
	return {
		list,
		show,
		setOptions,
		isOpen: () => !list.hidden,
		isEmpty: () => options.length === 0,
		getActiveOption: () => options[activeIndex],
		move: (key: "ArrowDown" | "ArrowUp") =>
			show(true, getNextIndex(key, activeIndex, options.length)),
	};
}

export function startSuggestions(field: HTMLInputElement): void {
	const combobox = createCombobox(field);
	let suggestionLinks: HTMLAnchorElement[] = [];
	let textLinks: HTMLAnchorElement[] = [];
	let shouldOpen = false;
	const update = () => {
		const q = field.value.trim();
		if (suggestionLinks.length > 0)
			textLinks = [
				createTextLink(`/tools?${new URLSearchParams({ q })}`, `All results for “${q}”`),
			];
		combobox.setOptions([...suggestionLinks, ...textLinks]);
		combobox.show(shouldOpen);
	};
	const request = createRequester((suggestions, q) => {
		suggestionLinks = (suggestions ?? []).map(createSuggestionLink);
		textLinks = suggestions
			? [createTextLink("/tools", "See all tools", `No results for “${q}”. `)]
			: [];
		update();
	});
	const close = () => {
		shouldOpen = false;
		combobox.show(false);
	};
	const onInput = () => {
		shouldOpen = true;
		request(field.value);
		update();
	};
	field.addEventListener("input", onInput);
	field.addEventListener("blur", close);
	field.addEventListener("keydown", (event) => {
		const { key } = event;
		if (event.isComposing || combobox.isEmpty()) return;
		if (key === "ArrowDown" || key === "ArrowUp") {
			shouldOpen = true;
			combobox.move(key);
		} else if (key === "Enter" && combobox.getActiveOption()) combobox.getActiveOption()?.click();
		else if (key === "Escape" && combobox.isOpen()) close();
		else return;
		event.preventDefault();
	});
	// Keeps focus in the field, so that the keyboard of a phone stays open.
	combobox.list.addEventListener("pointerdown", (event) => event.preventDefault());
	combobox.list.addEventListener("click", ({ target }) => {
		if (target instanceof Element && target.closest("a")) field.blur();
	});
	combobox.show(false);
	if (document.activeElement === field && field.value !== field.defaultValue) onInput();
}
