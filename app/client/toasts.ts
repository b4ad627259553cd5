import { toastMs } from "#contract/limits.ts";
import {
	findToastOfClickedButton,
	findToastRegion,
	handleToastDismissal,
} from "./toast-dismissal.ts";

/** Returns a function that pauses or resumes the time until the toast is removed. The time is paused at first. */
function createExpiryTimer(toast: Element) {
	let remainingMs: number = toastMs;
	let resumedAt: number | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;
	return (isRunning: boolean) => {
		clearTimeout(timer);
		const now = Date.now();
		if (resumedAt) remainingMs -= now - resumedAt;
		resumedAt = isRunning ? now : null;
		if (resumedAt) timer = setTimeout(() => toast.remove(), remainingMs);
	};
}

const expiryTimers = new WeakMap<Element, ReturnType<typeof createExpiryTimer>>();

const isPaused = (region: HTMLElement) =>
	document.hidden || region.matches(":hover, :focus-within");

function updateTimers(): void {
	const region = findToastRegion();
	if (!region) return;
	for (const toast of region.children) expiryTimers.get(toast)?.(!isPaused(region));
}

/** Waits, because `:hover` and focus change only after the event. */
const updateTimersLater = () => void setTimeout(updateTimers);

function startTimer(toast: Element): void {
	expiryTimers.set(toast, createExpiryTimer(toast));
	updateTimers();
}

/** Shows a copy of one of the document's templates (app/shell/toasts.tsx). */
export function showToast(
	kind: "error" | "success",
	...content: (string | HTMLElement)[]
): HTMLElement | null {
	const template = document.querySelector<HTMLTemplateElement>(`#${kind}-toast`);
	const toast = template?.content.firstElementChild?.cloneNode(true);
	if (!(toast instanceof HTMLElement)) return null;
	toast.querySelector("span")?.replaceChildren(...content);
	findToastRegion()?.appendChild(toast);
	startTimer(toast);
	return toast;
}

export const showErrorToast = (text: string): void => void showToast("error", text);

/** Removes each toast after 5 s (specification.md §9). The time pauses while the pointer or focus is on one. */
export function watchToasts(signal: AbortSignal): void {
	handleToastDismissal(signal);
	const region = findToastRegion();
	if (!region) return;
	for (const type of ["pointerenter", "pointerleave", "focusin", "focusout"]) {
		region.addEventListener(type, updateTimersLater, { signal });
	}
	const onClickInRegion = ({ target }: Event) => {
		findToastOfClickedButton(target)?.remove();
		updateTimersLater();
	};
	region.addEventListener("click", onClickInRegion, { signal });
	document.addEventListener("visibilitychange", updateTimers, { signal });
	// Adds the toasts again, because screen readers announce only what is added to a live region, not what it contains from the start. Not
	// while the pointer or focus is on them, because a link that is removed while it is pressed loses its click.
	if (!isPaused(region)) region.replaceChildren(...region.children);
	for (const toast of region.children) startTimer(toast);
}
