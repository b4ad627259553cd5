import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Every element should be reachable with fewer presses of Tab. */
const maxPresses = 80;

/** Returns whether an element has the focus. In a frame, such as the card fields, the frame must have it too. */
async function isFocused(target: Locator): Promise<boolean> {
	if (!(await target.evaluate((element) => document.activeElement === element))) return false;
	const frame = await (await target.elementHandle())?.ownerFrame();
	if (!frame?.parentFrame()) return true;
	const owner = await frame.frameElement();
	return owner.evaluate((element) => document.activeElement === element);
}

/** WCAG 2.4.7 and 2.4.11: the focused element has an outline and is not covered. */
async function expectFocusVisible(target: Locator): Promise<void> {
	const focus = await target.evaluate((element) => {
		const { x, y, width, height } = element.getBoundingClientRect();
		const topElement = document.elementFromPoint(x + width / 2, y + height / 2);
		const { outlineStyle, outlineWidth } = getComputedStyle(element);
		return {
			hasOutline: outlineStyle !== "none" && outlineWidth !== "0px",
			isUncovered: element.contains(topElement) || topElement?.contains(element) === true,
		};
	});
	expect(focus).toEqual({ hasOutline: true, isUncovered: true });
}

/** Presses Tab until the target has the focus, and expects the focus to be visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
	await target.waitFor();
	for (let press = 0; press < maxPresses; press += 1) {
		if (await isFocused(target)) return expectFocusVisible(target);
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
