import type { Locator, Page } from "playwright-core";

/** What a person did for one task. */
export type Effort = {
	/** Pages that opened, by a link, a button or an address. */
	pages: number;
	/** Clicks of the mouse, or key presses other than those of `typed`. */
	presses: number;
	/** Fields that were typed into or pasted into. */
	fields: number;
	/** Characters typed. */
	typed: number;
	/** How long the shop and the browser took, without a person's time to read, point and type. */
	ms: number;
};

/** A person at a page, with a mouse or with the keyboard alone, whose actions are counted. */
export type Person = {
	page: Page;
	/** Presses a link, a button or a checkbox. */
	press(target: Locator): Promise<void>;
	/** Replaces the value of a field by typing. */
	type(target: Locator, text: string): Promise<void>;
	/** Types the same into fields below each other, and presses Enter to get to the next one. */
	typeColumn(targets: Locator[], text: string): Promise<void>;
	/** Pastes from the clipboard, as from a carrier's list. */
	paste(target: Locator, text: string): Promise<void>;
	choose(target: Locator, label: string): Promise<void>;
	/** Chooses a file: opening the dialog and choosing it there. */
	upload(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>;
	/** Returns the effort since the last call. */
	takeEffort(): Effort;
};

const noEffort = (): Effort => ({ pages: 0, presses: 0, fields: 0, typed: 0, ms: 0 });

/** No page of the shop has more controls than this between two that belong together. */
const maxTabs = 400;

const isFocused = (target: Locator) =>
	target.evaluate((element) => element === element.ownerDocument.activeElement);

const isBeforeFocus = (target: Locator) =>
	target.evaluate((element) => {
		const focused = element.ownerDocument.activeElement ?? element.ownerDocument.body;
		return (element.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
	});

/** Moves the focus forward, or backward if the target comes before it. Returns the number of key presses. */
async function moveFocus(page: Page, target: Locator): Promise<number> {
	await target.waitFor();
	const key = (await isBeforeFocus(target)) ? "Shift+Tab" : "Tab";
	for (let presses = 0; presses <= maxTabs; presses += 1) {
		if (await isFocused(target)) return presses;
		await page.keyboard.press(key);
	}
	throw new Error(`${key} does not reach ${target}`);
}

/** Moves the focus the shorter way: past the menu by the link that skips to the content, or along it. */
async function reach(page: Page, target: Locator): Promise<number> {
	const isNewPage = await page.evaluate(() => document.activeElement === document.body);
	const isContent = await target.evaluate((element) => element.closest("aside, header") === null);
	if (!isNewPage || !isContent) return moveFocus(page, target);
	const skipLink = page.getByRole("link", { name: "Skip to content" });
	const presses = await moveFocus(page, skipLink);
	await page.keyboard.press("Enter");
	return presses + 1 + (await moveFocus(page, target));
}

export function createPerson(page: Page, input: "mouse" | "keyboard"): Person {
	let effort = noEffort();
	let path = "";
	page.on("framenavigated", (frame) => {
		if (frame !== page.mainFrame()) return;
		const { pathname } = new URL(frame.url());
		if (pathname !== path) effort.pages += 1;
		path = pathname;
	});
	const measure = async (run: () => Promise<void>) => {
		const start = performance.now();
		await run();
		effort.ms += performance.now() - start;
	};
	/** One click with the mouse; with the keyboard, as many presses as it takes to get there. */
	async function focus(target: Locator): Promise<void> {
		if (input === "keyboard") effort.presses += await reach(page, target);
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
		effort.typed += text.length;
	};
	return {
		page,
		press: (target) =>
			measure(async () => {
				effort.presses += 1;
				if (input === "mouse") return target.click();
				effort.presses += await reach(page, target);
				const isCheckbox = (await target.getAttribute("type")) === "checkbox";
				await page.keyboard.press(isCheckbox ? "Space" : "Enter");
			}),
		type: (target, text) => measure(() => type(target, text)),
		typeColumn: (targets, text) =>
			measure(async () => {
				for (const [index, target] of targets.entries()) {
					await type(target, text);
					if (index === targets.length - 1) continue;
					await page.keyboard.press("Enter");
					effort.presses += 1;
				}
			}),
		paste: (target, text) =>
			measure(async () => {
				await replace(target, () => page.keyboard.insertText(text));
				effort.presses += 1;
			}),
		choose: (target, label) =>
			measure(async () => {
				await focus(target);
				await target.selectOption(label);
				effort.presses += 1;
			}),
		upload: (target, file) =>
			measure(async () => {
				if (input === "keyboard") effort.presses += await reach(page, target);
				await target.setInputFiles(file);
				effort.presses += 2;
			}),
		takeEffort: () => {
			const taken = effort;
			effort = noEffort();
			return taken;
		},
	};
}
