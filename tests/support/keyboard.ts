import type { ElementHandle, Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Every element must be reachable with this many presses of Tab. */
const maxPresses = 80;

/**
 * Returns whether the element is still in the document, and if it has focus, whether its focus is visible (WCAG 2.4.7 and 2.4.11). If
 * the element is in a frame, such as the card fields, the frame must have focus too.
 */
const readFocus = (handle: ElementHandle<HTMLElement | SVGElement>) =>
	handle.evaluate((element) => {
		const { isConnected } = element;
		if (document.activeElement !== element || !document.hasFocus()) return { isConnected };
		const { x, y, width, height } = element.getBoundingClientRect();
		const topElement = document.elementFromPoint(x + width / 2, y + height / 2);
		const { outlineStyle, outlineWidth } = getComputedStyle(element);
		const focus = {
			hasOutline: outlineStyle !== "none" && outlineWidth !== "0px",
			isUncovered: element.contains(topElement) || topElement?.contains(element) === true,
		};
		return { isConnected, focus };
	});

export const isFocused = (target: Locator): Promise<boolean> =>
	target.evaluate((element) => element === document.activeElement);

/** Presses Tab until the target has focus, and expects focus to be visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
	await target.waitFor();
	// Finding an element by its role takes longer than a press of Tab, so it is found again only if the page replaces it.
	let handle = await target.elementHandle();
	for (let press = 0; press < maxPresses; press += 1) {
		let state = await readFocus(handle);
		if (!state.isConnected) {
			handle = await target.elementHandle();
			state = await readFocus(handle);
		}
		if (state.focus) return expect(state.focus).toEqual({ hasOutline: true, isUncovered: true });
		await page.keyboard.press("Tab");
	}
	throw new Error(`${target} was not reached in ${maxPresses} presses of Tab`);
}

export async function tabAndPressEnter(page: Page, target: Locator): Promise<void> {
	await tabTo(page, target);
	await page.keyboard.press("Enter");
}

/** Moves to a field by Tab and replaces its text. */
export async function tabAndType(page: Page, target: Locator, text: string): Promise<void> {
	await tabTo(page, target);
	await page.keyboard.press("ControlOrMeta+a");
	await page.keyboard.type(text);
}
