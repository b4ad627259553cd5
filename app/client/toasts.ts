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

/** The focus does not fall back to the top of the page with the message that had it. */
function dismiss(toast: Element): void {
	const hadFocus = toast.contains(document.activeElement);
	toast.remove();
	if (hadFocus) document.getElementById("main")?.focus({ preventScroll: true });
	updateLater();
}

function onClick({ target }: Event): void {
	const button = target instanceof Element ? target.closest("button") : null;
	const toast = button?.closest(".toasts > *");
	if (toast) dismiss(toast);
}

/** Escape closes the newest message, unless something else is open that it closes. */
function onKey({ key, defaultPrevented }: KeyboardEvent): void {
	if (key !== "Escape" || defaultPrevented) return;
	if (document.querySelector("dialog[open], [popover]:popover-open")) return;
	const newest = findRegion()?.lastElementChild;
	if (newest) dismiss(newest);
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
	region.addEventListener("click", onClick);
	document.addEventListener("visibilitychange", update);
	document.addEventListener("keydown", onKey);
	// Screen readers announce what is put into a live region, not what it has from the start.
	region.replaceChildren(...region.children);
	for (const toast of region.children) begin(toast);
}
