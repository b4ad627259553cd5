import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { requireTestBrowser } from "../../scripts/support/chromium.ts";
import type { TestAccount } from "./accounts.ts";
import { randomAddress, type TestShop } from "./shop.ts";

type PageOptions = {
	/** Pixels of the window; 1280 wide unless told otherwise. */
	width?: number;
	height?: number;
	/** False: as a visitor whose scripts did not load. */
	javaScript?: boolean;
	colorScheme?: "light" | "dark";
	reducedMotion?: "reduce" | "no-preference";
	/** True: a phone's screen, which is touched and has no pointer. */
	touch?: boolean;
	/** Who is signed in; nobody unless told otherwise. */
	account?: TestAccount;
	/** Problems that this test provokes: each is a text such as `console: …`, see `watch`. */
	allow?: RegExp[];
};

/** Waits until the page's script has come: React puts its marks on the elements that it takes part in. */
export const isAlive = (page: Page) =>
	page.waitForFunction(() =>
		Object.keys(document.querySelector("#main") ?? {}).some((key) => key.startsWith("__react")),
	);

export type TestBrowser = {
	/** A page of a new visitor. Its test fails on any problem that it shows and does not allow. */
	newPage(options?: PageOptions): Promise<Page>;
	/** Ends the pages that are still open; the Chromium stays for the next file. */
	close(): Promise<void>;
};

/** Notes every console error, page error, failed request and response of 500 or more. */
function watch(page: Page, problems: string[]): void {
	page.on("console", (message) => {
		if (message.type() !== "error") return;
		problems.push(`console: ${message.text()} (${message.location().url})`);
	});
	page.on("pageerror", (error) => problems.push(`page error: ${error.message}`));
	page.on("requestfailed", (request) => {
		const reason = request.failure()?.errorText ?? "";
		// A browser drops what a page that it leaves was still loading.
		if (reason !== "net::ERR_ABORTED") problems.push(`request: ${request.url()} ${reason}`);
	});
	page.on("response", (response) => {
		if (response.status() >= 500) problems.push(`response: ${response.status()} ${response.url()}`);
	});
}

/** How a browser without JavaScript notes a script that the page offers it ahead. */
const scriptNotWanted = /^request: \S+\.js csp$/;

/** Every page of the visitor is watched, those that open by themselves too. */
function failOnProblems(context: BrowserContext, allow: RegExp[]): void {
	const problems: string[] = [];
	context.on("page", (page) => watch(page, problems));
	onTestFinished(async () => {
		await context.close();
		expect(problems.filter((problem) => !allow.some((known) => known.test(problem)))).toEqual([]);
	});
}

async function openContext(browser: Browser, shop: TestShop, options: PageOptions) {
	const { width = 1280, height = 900, javaScript = true, touch = false, account } = options;
	const context = await browser.newContext({
		baseURL: shop.url,
		viewport: { width, height },
		javaScriptEnabled: javaScript,
		hasTouch: touch,
		isMobile: touch,
		colorScheme: options.colorScheme ?? "light",
		reducedMotion: options.reducedMotion ?? "reduce",
		extraHTTPHeaders: { "CF-Connecting-IP": randomAddress() },
	});
	context.setDefaultTimeout(10_000);
	if (account) {
		const cookie = { name: "session", value: account.session, httpOnly: true } as const;
		await context.addCookies([{ ...cookie, url: shop.url, sameSite: "Lax" }]);
	}
	return context;
}

let shared: Promise<Browser> | undefined;

/** One Chromium serves all test files of a worker, one after the other; a new one follows one that broke down. */
async function openChromium(): Promise<Browser> {
	const open = await shared?.catch(() => undefined);
	if (open?.isConnected()) return open;
	shared = requireTestBrowser().then((executablePath) =>
		chromium.launch({
			executablePath,
			args: ["--no-sandbox", "--disable-background-networking", "--disable-quic"],
		}),
	);
	return shared;
}

/** Opens a browser for one test file; each page has a context of its own, gone when its test ends. */
export async function startBrowser(shop: TestShop): Promise<TestBrowser> {
	const browser = await openChromium();
	const contexts: BrowserContext[] = [];
	return {
		newPage: async (options = {}) => {
			const context = await openContext(browser, shop, options);
			contexts.push(context);
			const { allow = [], javaScript = true } = options;
			failOnProblems(context, javaScript ? allow : [...allow, scriptNotWanted]);
			return context.newPage();
		},
		close: async () => {
			await Promise.all(contexts.map((context) => context.close()));
		},
	};
}
