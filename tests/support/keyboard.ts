import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Nobody tabs through more than this to reach something. */
const maxPresses = 80;

/** In its own document and, where that is a frame's as the card fields are, in the page that has the frame. */
async function isFocused(target: Locator): Promise<boolean> {
	if (!(await target.evaluate((element) => document.activeElement === element))) return false;
	const frame = await (await target.elementHandle())?.ownerFrame();
	if (!frame?.parentFrame()) return true;
	const owner = await frame.frameElement();
	return owner.evaluate((element) => document.activeElement === element);
}

/** WCAG 2.4.7 and 2.4.11: one sees where one is, and nothing stands before it. */
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

/** Presses Tab until something has the focus, and sees to it that it shows. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
	await target.waitFor();
	for (let press = 0; press < maxPresses; press += 1) {
		if (await isFocused(target)) return expectFocusVisible(target);
		await page.keyboard.press("Tab");
	}
	throw new Error(`${target} was not reached in ${maxPresses} presses of Tab`);
}

/** Goes to a link or button by Tab and presses Enter. */
export async function tabAndPressEnter(page: Page, target: Locator): Promise<void> {
	await tabTo(page, target);
	await page.keyboard.press("Enter");
}

/** Goes to a field by Tab, and types over what it holds. */
export async function tabAndType(page: Page, target: Locator, text: string): Promise<void> {
	await tabTo(page, target);
	await page.keyboard.press("ControlOrMeta+a");
	await page.keyboard.type(text);
}
