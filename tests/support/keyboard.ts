import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Every element must be reachable with this many presses of Tab. */
const maxPresses = 80;

/**
 * Returns null if the element does not have the focus; otherwise, whether its focus is visible (WCAG 2.4.7 and 2.4.11). Reads everything
 * in one call, because the page may replace the element in the meantime. If the element is in a frame, such as the
 * card fields, the frame must have the focus too.
 */
const readFocus = (target: Locator) =>
	target.evaluate((element) => {
		if (document.activeElement !== element || !document.hasFocus()) return null;
		const { x, y, width, height } = element.getBoundingClientRect();
		const topElement = document.elementFromPoint(x + width / 2, y + height / 2);
		const { outlineStyle, outlineWidth } = getComputedStyle(element);
		return {
			hasOutline: outlineStyle !== "none" && outlineWidth !== "0px",
			isUncovered: element.contains(topElement) || topElement?.contains(element) === true,
		};
	});

/** Presses Tab until the target has the focus, and expects the focus to be visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
	await target.waitFor();
	for (let press = 0; press < maxPresses; press += 1) {
		const focus = await readFocus(target);
		if (focus) return expect(focus).toEqual({ hasOutline: true, isUncovered: true });
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
