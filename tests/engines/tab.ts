import { vi } from "vitest";

/** Selects an element by its ARIA role and accessible name. */
export type Target = {
	role: "button" | "link" | "textbox" | "option";
	/** A part of the accessible name, unless `exact` is set. */
	name: string;
	exact?: boolean;
};

/** How long to wait for a change of the page, in ms. */
export const waitOptions = { timeout: 20_000, interval: 100 };

/** A page in any browser engine. All engines have the same operations, so that the tests are written once. */
export type Tab = {
	goto(path: string): Promise<void>;
	goBack(): Promise<void>;
	/** Returns the path and query of the current page. */
	getPath(): Promise<string>;
	/** Returns the visible text of the page. */
	getText(): Promise<string>;
	/** Returns whether an element is visible. */
	has(target: Target): Promise<boolean>;
	/** Clicks with real pointer events. */
	click(target: Target): Promise<void>;
	/** Replaces the text of a field, with real key events. */
	fill(target: Target, text: string): Promise<void>;
	/** Chooses a file. */
	upload(target: Target, path: string): Promise<void>;
	/** Returns the value of a field. */
	getFieldValue(target: Target): Promise<string>;
	/** Runs `callback` inside the iframe with that title. */
	inFrame(title: string, callback: () => Promise<void>): Promise<void>;
	/** Returns whether the page's script has run. */
	hasPageScriptStarted(): Promise<boolean>;
	/** Returns the uncaught exceptions, console errors and policy violations so far; in WebKit only those after the first command in each document. */
	getProblems(): Promise<string[]>;
	close(): Promise<void>;
};

/**
 * Runs in the page. Returns the first visible, enabled element with that role and name, in the open dialog if there is one: a modal dialog,
 * or without JavaScript a popover.
 */
export function findElement({ role, name, exact }: Target): Element | null {
	const selectors = {
		button: "button, summary, input[type=submit]",
		link: "a[href]",
		textbox: "input:not([type=hidden]), textarea",
		option: "[role=option]",
	};
	const normalizeSpaces = (text: string | null) => (text ?? "").replace(/\s+/g, " ").trim();
	const isUsable = (element: Element) =>
		element.getClientRects().length > 0 &&
		getComputedStyle(element).visibility !== "hidden" &&
		!element.matches(":disabled");
	const getName = (element: Element) => {
		const label = element.getAttribute("aria-label");
		if (label) return normalizeSpaces(label);
		const labelledBy = element.getAttribute("aria-labelledby");
		if (labelledBy) return normalizeSpaces(document.getElementById(labelledBy)?.textContent ?? "");
		const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
		const labels = isField ? [...(element.labels ?? [])] : [];
		if (labels.length > 0)
			return normalizeSpaces(labels.map(({ textContent }) => textContent).join(" "));
		return (
			normalizeSpaces(element.textContent) || normalizeSpaces(element.getAttribute("placeholder"))
		);
	};
	const matches = (text: string) => (exact ? text === name : text.includes(name));
	const root = document.querySelector("dialog:is(:modal, :popover-open)") ?? document;
	const candidates = [...root.querySelectorAll(selectors[role])];
	return candidates.find((element) => isUsable(element) && matches(getName(element))) ?? null;
}

type ElementPosition = {
	/** The element's center in the viewport, in whole CSS pixels. */
	x: number;
	y: number;
	/** Whether a click there reaches the element. */
	isReachable: boolean;
	/** The time of the animation frame, in ms. */
	frameTime: number;
};

/**
 * Runs in the page. Returns where an element is, and scrolls it into view if a click would not reach it. Needs no promise and no
 * callback, because neither works in a page whose JavaScript is off.
 */
export function readPosition(element: Element): ElementPosition {
	const rectangle = element.getBoundingClientRect();
	const x = Math.round(rectangle.x + rectangle.width / 2);
	const y = Math.round(rectangle.y + rectangle.height / 2);
	const isReachable = element.contains(document.elementFromPoint(x, y));
	if (!isReachable)
		element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
	// An idle engine renders no frame otherwise.
	requestAnimationFrame(() => undefined);
	return { x, y, isReachable, frameTime: Number(document.timeline.currentTime) };
}

/**
 * Waits until an element is at the same place in two frames and a click reaches it, and returns its center. Firefox scrolls to the caret
 * one frame after the last key, so an earlier click would hit whatever has moved to the button's former place.
 */
export async function waitUntilStill(
	locate: () => Promise<ElementPosition>,
): Promise<{ x: number; y: number }> {
	let previous: ElementPosition | null = null;
	return vi.waitFor(
		async () => {
			const last = previous;
			const now = await locate();
			previous = now;
			const isStill = last?.isReachable && last.x === now.x && last.y === now.y;
			if (isStill && now.isReachable && last.frameTime < now.frameTime)
				return { x: now.x, y: now.y };
			throw new Error(`the element moves or is covered: ${JSON.stringify([last, now])}`);
		},
		{ ...waitOptions, interval: 20 },
	);
}
