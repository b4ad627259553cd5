import puppeteer, { ElementHandle, type Frame, type Page } from "puppeteer-core";
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
	browser: "chrome" | "firefox";
	executablePath: string;
	origin: string;
	width: number;
	javaScript: boolean;
};

const chromiumArgs = [
	"--no-sandbox",
	"--disable-background-networking",
	"--disable-quic",
	"--disable-dev-shm-usage",
];

function recordProblems(page: Page): string[] {
	const problems: string[] = [];
	page.on("pageerror", (error) => problems.push(`exception: ${String(error)}`));
	page.on("console", (message) => {
		if (message.type() === "error") problems.push(`console: ${message.text()}`);
	});
	return problems;
}

/** Starts Chromium or Firefox with one page. Chromium is driven by CDP, Firefox by WebDriver BiDi. */
export async function startPuppeteerTab(options: Options): Promise<Tab> {
	const { origin, width, javaScript, executablePath } = options;
	const browser = await puppeteer.launch({
		browser: options.browser,
		executablePath,
		headless: true,
		defaultViewport: null,
		args: options.browser === "chrome" ? chromiumArgs : [],
		// Firefox has no switch for JavaScript in WebDriver BiDi.
		extraPrefsFirefox: { "javascript.enabled": javaScript },
	});
	const page = await browser.newPage();
	await page.setViewport({ width, height: 844 });
	if (options.browser === "chrome" && !javaScript) await page.setJavaScriptEnabled(false);
	const problems = recordProblems(page);
	let frame: Frame = page.mainFrame();

	const find = (target: Target) =>
		vi.waitFor(async () => {
			const handle = await frame.evaluateHandle(findElement, target);
			if (handle instanceof ElementHandle) return handle;
			throw new Error(`${target.role} "${target.name}" is missing: ${page.url()}`);
		}, waitOptions);

	const click = async (target: Target, count = 1) => {
		const { x, y } = await waitUntilStill(async () =>
			frame.evaluate(readPosition, await find(target)),
		);
		// Inside a frame, Puppeteer's own click adds the frame's position. It is not used elsewhere, because it waits for a promise, which works
		// only in a page with JavaScript.
		if (frame !== page.mainFrame()) return (await find(target)).click({ count });
		await page.mouse.click(x, y, { count });
	};

	// Does not use `page.goto`: in Firefox on a busy machine, it did not return, or returned while the previous page was still loading.
	const goto = async (path: string) => {
		const leave = (url: string) => {
			Reflect.set(window, "isLeaving", true);
			location.assign(url);
		};
		// Leaving may end the command with an error.
		await page.evaluate(leave, origin + path).catch(() => undefined);
		await vi.waitFor(async () => {
			const isLoaded = await page.evaluate(
				() => !Reflect.has(window, "isLeaving") && document.readyState === "complete",
			);
			if (!isLoaded) throw new Error(`${path} is still loading`);
		}, waitOptions);
	};

	return {
		goto,
		// Does not wait for `load`, because a page from the back/forward cache does not fire it. Uses a timer, because leaving ends the command with an error.
		goBack: () => page.evaluate(() => void setTimeout(() => history.back())),
		// In Firefox, `page.url()` is not updated for a page from the back/forward cache.
		getPath: () => page.evaluate(() => location.pathname + location.search),
		// biome-ignore lint/performance/useDomNodeTextContent: only what is visible counts
		getText: () => frame.evaluate(() => document.body.innerText),
		has: async (target) =>
			(await frame.evaluateHandle(findElement, target)) instanceof ElementHandle,
		click,
		fill: async (target, text) => {
			await click(target, 3);
			await page.keyboard.type(text);
		},
		upload: async (target, path) => {
			const input = await find(target);
			const fileInput = await input.toElement("input");
			await fileInput.uploadFile(path);
		},
		getFieldValue: async (target) => {
			const property = await (await find(target)).getProperty("value");
			return String(await property.jsonValue());
		},
		inFrame: async (title, callback) => {
			const element = await page.waitForSelector(`iframe[title="${title}"]`);
			frame = (await element?.contentFrame()) ?? frame;
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
