import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Nobody tabs through more than this to reach something. */
const mostPresses = 80;

/** In its own document and, where that is a frame's as the card fields are, in the page that has the frame. */
async function isFocused(target: Locator): Promise<boolean> {
	if (!(await target.evaluate((element) => document.activeElement === element))) return false;
	const frame = await (await target.elementHandle())?.ownerFrame();
	if (!frame?.parentFrame()) return true;
	const owner = await frame.frameElement();
	return owner.evaluate((element) => document.activeElement === element);
}

/** WCAG 2.4.7 and 2.4.11: one sees where one is, and nothing stands before it. */
async function expectSeen(target: Locator): Promise<void> {
	const seen = await target.evaluate((element) => {
		const { x, y, width, height } = element.getBoundingClientRect();
		const front = document.elementFromPoint(x + width / 2, y + height / 2);
		const { outlineStyle, outlineWidth } = getComputedStyle(element);
		return {
			ring: outlineStyle !== "none" && outlineWidth !== "0px",
			uncovered: element.contains(front) || front?.contains(element) === true,
		};
	});
	expect(seen).toEqual({ ring: true, uncovered: true });
}

/** Presses Tab until something has the focus, and sees to it that it shows. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
	await target.waitFor();
	for (let press = 0; press < mostPresses; press += 1) {
		if (await isFocused(target)) return expectSeen(target);
		await page.keyboard.press("Tab");
	}
	throw new Error(`${target} was not reached in ${mostPresses} presses of Tab`);
}

/** Goes to a link or button by Tab and presses Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
	await tabTo(page, target);
	await page.keyboard.press("Enter");
}

/** Goes to a field by Tab, and types over what it holds. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
	await tabTo(page, target);
	await page.keyboard.press("ControlOrMeta+a");
	await page.keyboard.type(text);
}
