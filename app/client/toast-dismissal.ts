// A separate file, because the dashboard renders its toasts with React and does not need the rest of toasts.ts.

export const findToastRegion = () => document.querySelector<HTMLElement>(".toasts");

let previousFocus: EventTarget | null = null;

function rememberFocus({ target, relatedTarget }: FocusEvent): void {
	const region = findToastRegion();
	if (!region || !(target instanceof Node && region.contains(target))) return;
	const isFromToast = relatedTarget instanceof Node && region.contains(relatedTarget);
	if (!isFromToast) previousFocus = relatedTarget;
}

function restoreFocus(): void {
	const canRestore = previousFocus instanceof HTMLElement && previousFocus.isConnected;
	const element = canRestore ? previousFocus : document.getElementById("main");
	if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

export const findToastOfClickedButton = (target: EventTarget | null) =>
	target instanceof Element ? (target.closest("button")?.closest(".toasts > *") ?? null) : null;

function onClick({ target }: Event): void {
	if (findToastOfClickedButton(target)?.contains(document.activeElement)) restoreFocus();
}

/** Dismisses the newest toast, unless the key closes an open dialog or popover. */
function onKey({ key, defaultPrevented }: KeyboardEvent): void {
	if (key !== "Escape" || defaultPrevented) return;
	if (document.querySelector("dialog[open], [popover]:popover-open")) return;
	findToastRegion()?.lastElementChild?.querySelector("button")?.click();
}

/** Handles Escape, and restores focus when a toast is dismissed. */
export function handleToastDismissal(signal: AbortSignal): void {
	document.addEventListener("focusin", rememberFocus, { signal });
	// In the capture phase, to run before the toast is removed.
	document.addEventListener("click", onClick, { signal, capture: true });
	document.addEventListener("keydown", onKey, { signal });
}
