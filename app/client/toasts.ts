import { toastMs } from "#contract/limits.ts";

const findRegion = () => document.querySelector<HTMLElement>(".toasts");

/** Creates a timer that removes a toast and can be paused. */
function createExpiryTimer(toast: Element) {
	let remainingMs: number = toastMs;
	let startedAt = 0;
	let timer: ReturnType<typeof setTimeout> | undefined;
	return {
		resume() {
			startedAt = Date.now();
			timer = setTimeout(() => toast.remove(), remainingMs);
		},
		pause() {
			if (timer === undefined) return;
			clearTimeout(timer);
			timer = undefined;
			remainingMs -= Date.now() - startedAt;
		},
	};
}

const expiryTimers = new WeakMap<Element, ReturnType<typeof createExpiryTimer>>();

const isPaused = (region: HTMLElement) =>
	document.hidden || region.matches(":hover, :focus-within");

function updateTimers(): void {
	const region = findRegion();
	if (!region) return;
	for (const toast of region.children) {
		const timer = expiryTimers.get(toast);
		timer?.pause();
		if (!isPaused(region)) timer?.resume();
	}
}

/** Waits until `:hover` and the focus have changed, which is after the event. */
const updateTimersLater = () => void setTimeout(updateTimers);

function startTimer(toast: Element): void {
	expiryTimers.set(toast, createExpiryTimer(toast));
	updateTimers();
}

/** The element that had the focus before it moved into a toast. */
let previousFocus: EventTarget | null = null;

function rememberFocus({ target, relatedTarget }: FocusEvent): void {
	const region = findRegion();
	if (!region || !(target instanceof Node && region.contains(target))) return;
	if (relatedTarget instanceof Node && region.contains(relatedTarget)) return;
	previousFocus = relatedTarget;
}

/** Without this the focus would be lost with the removed toast. */
function restoreFocus(): void {
	const canRestore = previousFocus instanceof HTMLElement && previousFocus.isConnected;
	const element = canRestore ? previousFocus : document.getElementById("main");
	if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

/** Returns the toast whose dismiss button was clicked, or null. */
const findDismissed = (target: EventTarget | null) =>
	target instanceof Element ? (target.closest("button")?.closest(".toasts > *") ?? null) : null;

function onClick({ target }: Event): void {
	if (findDismissed(target)?.contains(document.activeElement)) restoreFocus();
}

/** Dismisses the newest toast on Escape, unless the key closes an open dialog or popover. */
function onKey({ key, defaultPrevented }: KeyboardEvent): void {
	if (key !== "Escape" || defaultPrevented) return;
	if (document.querySelector("dialog[open], [popover]:popover-open")) return;
	findRegion()?.lastElementChild?.querySelector("button")?.click();
}

/**
 * Handles Escape and restores the focus when a toast is dismissed, both in documents and in pages that React renders.
 * @returns a function that stops it
 */
export function watchDismissal(): () => void {
	const controller = new AbortController();
	const { signal } = controller;
	document.addEventListener("focusin", rememberFocus, { signal });
	document.addEventListener("click", onClick, { signal, capture: true });
	document.addEventListener("keydown", onKey, { signal });
	return () => controller.abort();
}

/** Shows a toast from the document's `<template id="error-toast">` (app/shell/document-toasts.tsx). */
export function showErrorToast(text: string): void {
	const template = document.querySelector<HTMLTemplateElement>("#error-toast");
	const toast = template?.content.firstElementChild?.cloneNode(true);
	if (!(toast instanceof HTMLElement)) return;
	toast.querySelector("span")?.replaceChildren(text);
	findRegion()?.appendChild(toast);
	startTimer(toast);
}

/**
 * Removes the toasts of a document after 5 s (specification.md §9). The time pauses while the pointer or the focus is on
 * them. Their buttons and Escape dismiss them.
 */
export function watchToasts(): void {
	const region = findRegion();
	if (!region) return;
	for (const type of ["pointerenter", "pointerleave", "focusin", "focusout"]) {
		region.addEventListener(type, updateTimersLater);
	}
	region.addEventListener("click", ({ target }) => {
		findDismissed(target)?.remove();
		updateTimersLater();
	});
	document.addEventListener("visibilitychange", updateTimers);
	watchDismissal();
	// Screen readers announce only what is added to a live region, not what it contains from the start.
	region.replaceChildren(...region.children);
	for (const toast of region.children) startTimer(toast);
}
