import type { Locator, Page } from "playwright-core";
import { isFocused } from "../support/keyboard.ts";

/** The effort that one task requires. */
export type Effort = {
	/** Pages that opened, whether from a link, a button or the address bar. */
	pages: number;
	/** Mouse clicks, and key presses other than those that type `characters`. */
	presses: number;
	/** Fields that were typed into or pasted into. */
	fields: number;
	/** Typed characters. */
	characters: number;
	/** How long the shop and the browser took, without a person's time to read, point and type. */
	ms: number;
};

/** Uses a page as a person would, with the mouse or with the keyboard alone, and counts the actions. */
export type SimulatedUser = {
	page: Page;
	/** Presses a link, a button or a checkbox. */
	press(target: Locator): Promise<void>;
	/** Replaces the value of a field by typing. */
	type(target: Locator, text: string): Promise<void>;
	/** Types the same text into each field of a column, and presses Enter to get to the next field. */
	typeColumn(targets: Locator[], text: string): Promise<void>;
	/** Pastes text from the clipboard. */
	paste(target: Locator, text: string): Promise<void>;
	choose(target: Locator, label: string): Promise<void>;
	/** Opens the file dialog and chooses a file. */
	upload(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>;
	/** Performs a task. Returns the effort that it took. */
	measureEffort(performTask: () => Promise<void>): Promise<Effort>;
};

const createEffort = (): Effort => ({ pages: 0, presses: 0, fields: 0, characters: 0, ms: 0 });

/** An upper limit. No task moves focus past this many controls at once. */
const maxTabs = 400;

const isBeforeFocus = (target: Locator) =>
	target.evaluate((element) => {
		const focused = element.ownerDocument.activeElement ?? element.ownerDocument.body;
		return (element.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
	});

/** Moves focus forward, or backward if the target comes before it. Returns the number of key presses. */
async function moveFocus(page: Page, target: Locator): Promise<number> {
	await target.waitFor();
	const key = (await isBeforeFocus(target)) ? "Shift+Tab" : "Tab";
	for (let presses = 0; presses <= maxTabs; presses += 1) {
		if (await isFocused(target)) return presses;
		await page.keyboard.press(key);
	}
	throw new Error(`${key} does not reach ${target}`);
}

/**
 * Moves focus to the target. On a new page, skips the menu with the “Skip to content” link if the target is in the content.
 * @returns the number of key presses
 */
async function focusByKeyboard(page: Page, target: Locator): Promise<number> {
	const isNewPage = await page.evaluate(() => document.activeElement === document.body);
	const isInContent = await target.evaluate((element) => element.closest("aside, header") === null);
	if (!isNewPage || !isInContent) return moveFocus(page, target);
	const skipLink = page.getByRole("link", { name: "Skip to content" });
	const presses = await moveFocus(page, skipLink);
	await page.keyboard.press("Enter");
	return presses + 1 + (await moveFocus(page, target));
}

export function createSimulatedUser(page: Page, input: "mouse" | "keyboard"): SimulatedUser {
	let effort = createEffort();
	let path = "";
	page.on("framenavigated", (frame) => {
		if (frame !== page.mainFrame()) return;
		const { pathname } = new URL(frame.url());
		if (pathname !== path) effort.pages += 1;
		path = pathname;
	});
	const measureTime = async (run: () => Promise<void>) => {
		const start = performance.now();
		await run();
		effort.ms += performance.now() - start;
	};
	/** Focuses the target. Counts one click with the mouse, or the key presses that it takes. */
	async function focus(target: Locator): Promise<void> {
		if (input === "keyboard") effort.presses += await focusByKeyboard(page, target);
		else if (!(await isFocused(target))) {
			await target.click();
			effort.presses += 1;
		}
	}
	async function replace(target: Locator, enter: () => Promise<void>): Promise<void> {
		await focus(target);
		await page.keyboard.press("ControlOrMeta+a");
		await enter();
		effort.fields += 1;
	}
	const type = async (target: Locator, text: string) => {
		await replace(target, () => page.keyboard.type(text));
		effort.characters += text.length;
	};
	return {
		page,
		press: (target) =>
			measureTime(async () => {
				effort.presses += 1;
				if (input === "mouse") return target.click();
				effort.presses += await focusByKeyboard(page, target);
				const isCheckbox = (await target.getAttribute("type")) === "checkbox";
				await page.keyboard.press(isCheckbox ? "Space" : "Enter");
			}),
		type: (target, text) => measureTime(() => type(target, text)),
		typeColumn: (targets, text) =>
			measureTime(async () => {
				for (const [index, target] of targets.entries()) {
					await type(target, text);
					if (index === targets.length - 1) continue;
					await page.keyboard.press("Enter");
					effort.presses += 1;
				}
			}),
		paste: (target, text) =>
			measureTime(async () => {
				await replace(target, () => page.keyboard.insertText(text));
				effort.presses += 1;
			}),
		choose: (target, label) =>
			measureTime(async () => {
				await focus(target);
				await target.selectOption(label);
				effort.presses += 1;
			}),
		upload: (target, file) =>
			measureTime(async () => {
				if (input === "keyboard") effort.presses += await focusByKeyboard(page, target);
				await target.setInputFiles(file);
				effort.presses += 2;
			}),
		async measureEffort(performTask) {
			effort = createEffort();
			await performTask();
			return effort;
		},
	};
}
