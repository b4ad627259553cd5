import { toastMs } from "#contract/limits.ts";

const findRegion = () => document.querySelector<HTMLElement>(".toasts");

/** Removes a message after the time that it is to be read; `pause` keeps what is left of that time. */
function createExpiry(toast: Element) {
	let left: number = toastMs;
	let since = 0;
	let timer: ReturnType<typeof setTimeout> | undefined;
	return {
		resume() {
			since = Date.now();
			timer = setTimeout(() => toast.remove(), left);
		},
		pause() {
			if (timer === undefined) return;
			clearTimeout(timer);
			timer = undefined;
			left -= Date.now() - since;
		},
	};
}

const expiries = new WeakMap<Element, ReturnType<typeof createExpiry>>();

/** The pointer or the focus is on a message, or nobody sees the page. */
const isPaused = (region: HTMLElement) =>
	document.hidden || region.matches(":hover, :focus-within");

function update(): void {
	const region = findRegion();
	if (!region) return;
	const paused = isPaused(region);
	for (const toast of region.children) {
		expiries.get(toast)?.pause();
		if (!paused) expiries.get(toast)?.resume();
	}
}

/** After the event, when `:hover` and the focus are where they went. */
const updateLater = () => void setTimeout(update);

function begin(toast: Element): void {
	expiries.set(toast, createExpiry(toast));
	update();
}

/** What had the focus before a message took it. */
let previous: EventTarget | null = null;

function rememberFocus({ target, relatedTarget }: FocusEvent): void {
	const region = findRegion();
	if (!region || !(target instanceof Node && region.contains(target))) return;
	if (!(relatedTarget instanceof Node && region.contains(relatedTarget))) previous = relatedTarget;
}

/** The focus goes back to where it was, not to the top of the page with the message that goes. */
function returnFocus(): void {
	const isThere = previous instanceof HTMLElement && previous.isConnected;
	const element = isThere ? previous : document.getElementById("main");
	if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

const messageOf = (target: EventTarget | null) =>
	target instanceof Element ? (target.closest("button")?.closest(".toasts > *") ?? null) : null;

function onClick({ target }: Event): void {
	if (messageOf(target)?.contains(document.activeElement)) returnFocus();
}

/** Escape closes the newest message, unless something else is open that it closes. */
function onKey({ key, defaultPrevented }: KeyboardEvent): void {
	if (key !== "Escape" || defaultPrevented) return;
	if (document.querySelector("dialog[open], [popover]:popover-open")) return;
	findRegion()?.lastElementChild?.querySelector("button")?.click();
}

/** What closing a message needs besides its removal, in documents and where React renders it. @returns what ends that */
export function watchDismissal(): () => void {
	const ending = new AbortController();
	const { signal } = ending;
	document.addEventListener("focusin", rememberFocus, { signal });
	document.addEventListener("click", onClick, { signal, capture: true });
	document.addEventListener("keydown", onKey, { signal });
	return () => ending.abort();
}

/** Shows a message from the document's `<template id="error-toast">` (app/shell/document-toasts.tsx). */
export function showErrorToast(text: string): void {
	const template = document.querySelector<HTMLTemplateElement>("#error-toast");
	const toast = template?.content.firstElementChild?.cloneNode(true);
	if (!(toast instanceof HTMLElement)) return;
	toast.querySelector("span")?.replaceChildren(text);
	findRegion()?.appendChild(toast);
	begin(toast);
}

/**
 * Lets the messages of a document end after 5 s (specification.md §9), while neither pointer nor focus is on them; buttons
 * and Escape close them.
 */
export function watchToasts(): void {
	const region = findRegion();
	if (!region) return;
	for (const type of ["pointerenter", "pointerleave", "focusin", "focusout"]) {
		region.addEventListener(type, updateLater);
	}
	region.addEventListener("click", ({ target }) => {
		messageOf(target)?.remove();
		updateLater();
	});
	document.addEventListener("visibilitychange", update);
	watchDismissal();
	// Screen readers announce what is put into a live region, not what it has from the start.
	region.replaceChildren(...region.children);
	for (const toast of region.children) begin(toast);
}
