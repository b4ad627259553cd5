import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { requireTestBrowser } from "../../scripts/support/chromium.ts";
import type { TestAccount } from "./accounts.ts";
import { randomIpAddress, type TestShop } from "./shop.ts";

type PageOptions = {
	/** Pixels of the window; 1280 × 900 by default. */
	width?: number;
	height?: number;
	/** False: as a visitor whose scripts did not load. */
	javaScript?: boolean;
	colorScheme?: "light" | "dark";
	/** True: a phone's screen, which is touched and has no pointer. */
	hasTouch?: boolean;
	/** True: `page.clock` is installed before the page is opened. */
	mockClock?: boolean;
	/** True: nothing is in the browser's cache. */
	emptyCache?: boolean;
	/** Who is signed in; no one by default. */
	account?: TestAccount;
	/** Problems that this test provokes: each is a text such as `console: …`, see `watch`. */
	allowedProblems?: RegExp[];
};

/** Waits until the page's script has started, and React has hydrated the forms of a document. */
export const waitForHydration = (page: Page) =>
	page.waitForFunction(
		() =>
			document.documentElement.dataset.script === "started" &&
			document.querySelector("[data-island]:has(form):not([data-state=hydrated])") === null,
	);

export type TestBrowser = {
	/** A page of a new visitor. Its test fails on any problem that it shows and does not allow. */
	newPage(options?: PageOptions): Promise<Page>;
};

/** Notes every console error, page error, failed request and response of 500 or more. */
function recordProblems(page: Page, problems: string[]): void {
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
const blockedScriptPreload = /^request: \S+\.js csp$/;

let workerChromium: Promise<Browser> | undefined;

/** One Chromium serves all test files of a worker; a new one follows one that crashed. */
async function launchChromium(): Promise<Browser> {
	const running = await workerChromium?.catch(() => undefined);
	if (running?.isConnected()) return running;
	const args = ["--no-sandbox", "--disable-background-networking", "--disable-quic"];
	// Pages of one context share a process, in which scripts are compiled once. Origin-Agent-Cluster would give each its own.
	args.push("--renderer-process-limit=1", "--disable-site-isolation-trials");
	workerChromium = requireTestBrowser().then((executablePath) =>
		chromium.launch({ executablePath, args }),
	);
	return workerChromium;
}

/**
 * A browser context that one visitor after the other uses: with scripts and styles in its cache a page loads in a third of the
 * time. `home` is the page that keeps its renderer process from ending; null where the context is for one visitor alone.
 */
type Profile = { key: string; context: BrowserContext; keepAlivePage: Page | null };

const idleProfiles: Profile[] = [];

async function takeProfile(shop: TestShop, options: PageOptions): Promise<Profile> {
	const { javaScript = true, hasTouch = false, mockClock = false, emptyCache = false } = options;
	const browser = await launchChromium();
	const key = [shop.url, javaScript, hasTouch, mockClock].join();
	const index = idleProfiles.findIndex(
		(idle) => !emptyCache && idle.key === key && idle.context.browser() === browser,
	);
	const [idle] = index < 0 ? [] : idleProfiles.splice(index, 1);
	if (idle) return idle;
	const context = await browser.newContext({
		baseURL: shop.url,
		javaScriptEnabled: javaScript,
		hasTouch,
		isMobile: hasTouch,
	});
	context.setDefaultTimeout(10_000);
	const keepAlivePage = emptyCache ? null : await context.newPage();
	await keepAlivePage?.goto("/favicon.svg");
	return { key, context, keepAlivePage };
}

/** Makes the profile that of a new visitor. */
async function prepareProfile(
	{ context, keepAlivePage }: Profile,
	shop: TestShop,
	options: PageOptions,
) {
	const { mockClock, account } = options;
	if (mockClock) {
		await context.clock.install();
		await context.clock.resume();
	}
	await Promise.all([
		context.clearCookies(),
		context.clearPermissions(),
		context.setOffline(false),
		context.setExtraHTTPHeaders({ "CF-Connecting-IP": randomIpAddress() }),
		keepAlivePage?.evaluate(() => localStorage.clear()),
	]);
	if (!account) return;
	const cookie = { name: "session", value: account.session, httpOnly: true } as const;
	await context.addCookies([{ ...cookie, url: shop.url, sameSite: "Lax" }]);
}

async function releaseProfile(profile: Profile): Promise<void> {
	const { context, keepAlivePage } = profile;
	if (!keepAlivePage) return context.close();
	const openPages = context.pages().filter((page) => page !== keepAlivePage);
	await Promise.all(openPages.map((page) => page.close()));
	idleProfiles.push(profile);
}

/** Opens a browser for one test file; what a visitor did is gone when the test ends. */
export const startBrowser = (shop: TestShop): TestBrowser => ({
	newPage: async (options = {}) => {
		const { width = 1280, height = 900, javaScript = true, colorScheme = "light" } = options;
		const profile = await takeProfile(shop, options);
		const { context } = profile;
		const problems: string[] = [];
		// Pop-ups too.
		const onPage = (page: Page) => recordProblems(page, problems);
		context.on("page", onPage);
		const allow = [
			...(options.allowedProblems ?? []),
			...(javaScript ? [] : [blockedScriptPreload]),
		];
		onTestFinished(async () => {
			await releaseProfile(profile);
			context.off("page", onPage);
			expect(problems.filter((problem) => !allow.some((known) => known.test(problem)))).toEqual([]);
		});
		await prepareProfile(profile, shop, options);
		const page = await context.newPage();
		await page.setViewportSize({ width, height });
		await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
		return page;
	},
});
