import { chromium, type Frame } from "playwright-core";
import { vi } from "vitest";
import {
	findElement,
	readPosition,
	type Tab,
	type Target,
	waitOptions,
	waitUntilStill,
} from "./tab.ts";

type Options = {
	executablePath: string;
	origin: string;
	width: number;
	javaScript: boolean;
};

/** Starts Chromium with one page. Unlike Puppeteer, Playwright can drive old versions, which have no targets of the type "tab". */
export async function startPlaywrightTab(options: Options): Promise<Tab> {
	const { executablePath, origin, width, javaScript } = options;
	const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
	const viewport = { width, height: 844 };
	const page = await browser.newPage({ viewport, javaScriptEnabled: javaScript });
	const problems: string[] = [];
	page.on("pageerror", (error) => problems.push(`exception: ${String(error)}`));
	page.on("console", (message) => {
		if (message.type() === "error") problems.push(`console: ${message.text()}`);
	});
	let frame: Frame = page.mainFrame();
	const find = (target: Target) =>
		vi.waitFor(async () => {
			const handle = (await frame.evaluateHandle(findElement, target)).asElement();
			if (handle) return handle;
			throw new Error(`${target.role} "${target.name}" is missing: ${page.url()}`);
		}, waitOptions);

	const click = async (target: Target, clickCount = 1) => {
		const { x, y } = await waitUntilStill(async () => (await find(target)).evaluate(readPosition));
		// Inside a frame, Playwright's own click adds the frame's position. It is not used elsewhere, because on a page from the back/forward
		// cache it waits for the page to load.
		if (frame !== page.mainFrame()) return (await find(target)).click({ clickCount });
		await page.mouse.click(x, y, { clickCount });
	};

	return {
		goto: async (path) => {
			await page.evaluate(() => void Reflect.set(window, "isPreviousPage", true));
			// Not awaited: in this old version, Playwright sometimes misses that a page was opened or has loaded.
			page.goto(origin + path, { waitUntil: "commit" }).catch(() => undefined);
			await vi.waitFor(async () => {
				const state = await page.evaluate(() =>
					Reflect.has(window, "isPreviousPage") ? "not open yet" : document.readyState,
				);
				if (state !== "complete") throw new Error(`${path} is ${state}`);
			}, waitOptions);
		},
		// Uses a timer, because leaving the page ends the command with an error.
		goBack: () => page.evaluate(() => void setTimeout(() => history.back())),
		getPath: () => page.evaluate(() => location.pathname + location.search),
		// biome-ignore lint/performance/useDomNodeTextContent: only what is visible counts
		getText: () => frame.evaluate(() => document.body.innerText),
		has: async (target) => (await frame.evaluateHandle(findElement, target)).asElement() !== null,
		click,
		fill: async (target, text) => {
			await click(target, 3);
			await page.keyboard.type(text);
		},
		upload: async (target, path) => (await find(target)).setInputFiles(path),
		getFieldValue: async (target) => (await find(target)).inputValue(),
		inFrame: async (title, callback) => {
			const element = await page.waitForSelector(`iframe[title="${title}"]`);
			frame = (await element.contentFrame()) ?? frame;
			try {
				await callback();
			} finally {
				frame = page.mainFrame();
			}
		},
		hasPageScriptStarted: () =>
			page.evaluate(() => document.documentElement.dataset.script === "started"),
		getProblems: async () => problems,
		close: () => browser.close(),
	};
}
