import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { requireChromium } from "../../scripts/support/chromium.ts";
import type { TestAccount } from "./accounts.ts";
import { randomIpAddress, type TestShop } from "./shop.ts";

type PageOptions = {
	/** Size of the window in CSS pixels; 1280 × 900 by default. */
	width?: number;
	height?: number;
	/** True by default. */
	javaScript?: boolean;
	colorScheme?: "light" | "dark";
	/** Emulates a phone with a touch screen and no mouse. */
	hasTouch?: boolean;
	/** Installs Playwright's `page.clock` before the page opens. */
	mockClock?: boolean;
	/** Starts with an empty browser cache. */
	emptyCache?: boolean;
	/** The signed-in account; none by default. */
	account?: TestAccount;
	/** Patterns of problems that the test causes on purpose, in the format of `recordProblems`, such as `console: …`. */
	allowedProblems?: RegExp[];
};

/**
 * Waits until the page's script has started. In the dashboard, it starts when React has hydrated the frame. A locator is cheaper than
 * Playwright's `waitForFunction`, which loads a second script into each document and so takes 40 ms of CPU time.
 */
export const waitForHydration = (page: Page): Promise<void> =>
	page.locator("html[data-script=started]").waitFor({ state: "attached" });

/** Delays requests to matching URLs until the returned function is called. */
export async function delayRequests(page: Page, url: string | RegExp): Promise<() => void> {
	const delay = Promise.withResolvers<void>();
	await page.route(url, async (route) => {
		await delay.promise;
		await route.continue();
	});
	return delay.resolve;
}

export type TestBrowser = {
	/** Opens a page for a new visitor. The test fails if the page has a problem that `allowedProblems` does not match. */
	newPage(options?: PageOptions): Promise<Page>;
};

/** Records every console error, page error, failed request and 5xx response. */
function recordProblems(page: Page, problems: string[]): void {
	page.on("console", (message) => {
		if (message.type() !== "error") return;
		problems.push(`console: ${message.text()} (${message.location().url})`);
	});
	page.on("pageerror", (error) => problems.push(`page error: ${error.message}`));
	page.on("requestfailed", (request) => {
		const reason = request.failure()?.errorText ?? "";
		// A browser aborts a page's pending requests when it leaves the page.
		if (reason !== "net::ERR_ABORTED") problems.push(`request: ${request.url()} ${reason}`);
	});
	page.on("response", (response) => {
		if (response.status() >= 500) problems.push(`response: ${response.status()} ${response.url()}`);
	});
}

/** The problem that a browser without JavaScript reports for each script that a page preloads. */
const blockedScriptPreload = /^request: \S+\.js csp$/;

let sharedChromium: Promise<Browser> | undefined;

/** Returns the Chromium that all test files of this vitest worker share. Launches a new one after a crash. */
async function getSharedChromium(): Promise<Browser> {
	const runningBrowser = await sharedChromium?.catch(() => undefined);
	if (runningBrowser?.isConnected()) return runningBrowser;
	const args = ["--no-sandbox", "--disable-background-networking", "--disable-quic"];
	// Otherwise, headless Chromium rounds each letter's width to whole pixels, which hides layout shifts that phones have.
	args.push("--font-render-hinting=none");
	// All pages share one renderer process, which compiles each script once. Origin-Agent-Cluster would give each page its own process.
	args.push("--renderer-process-limit=1", "--disable-site-isolation-trials");
	// A separate GPU process would only composite, and each frame would have to be passed to it.
	args.push("--in-process-gpu");
	// Optimizing a page's scripts takes more CPU time than it saves, because they run for only a few seconds.
	args.push("--js-flags=--no-maglev --no-turbofan");
	sharedChromium = requireChromium().then((executablePath) =>
		chromium.launch({ executablePath, args }),
	);
	return sharedChromium;
}

/**
 * A browser context that is reused for one visitor after another: with a filled cache, a page loads in a third of the
 * time. `keepAlivePage` stays open so that the renderer process does not end. It is null if the context is not reused.
 */
type Profile = { key: string; context: BrowserContext; keepAlivePage: Page | null };

const idleProfiles: Profile[] = [];

/** The initial window size of a context's pages. Setting it for each page would draw the page twice. */
const defaultSize = { width: 1280, height: 900 };

async function takeProfile(shop: TestShop, options: PageOptions): Promise<Profile> {
	const { javaScript = true, hasTouch = false, mockClock = false, emptyCache = false } = options;
	const browser = await getSharedChromium();
	const key = [shop.url, javaScript, hasTouch, mockClock].join();
	const index = idleProfiles.findIndex(
		(profile) => !emptyCache && profile.key === key && profile.context.browser() === browser,
	);
	const [idleProfile] = index < 0 ? [] : idleProfiles.splice(index, 1);
	if (idleProfile) return idleProfile;
	const context = await browser.newContext({
		...{ baseURL: shop.url, viewport: defaultSize, reducedMotion: "reduce" },
		javaScriptEnabled: javaScript,
		hasTouch,
		isMobile: hasTouch,
	});
	context.setDefaultTimeout(10_000);
	const keepAlivePage = emptyCache ? null : await context.newPage();
	await keepAlivePage?.goto("/favicon.svg");
	return { key, context, keepAlivePage };
}

/** Clears what the previous visitor left behind, and signs the account in. */
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

/** Returns a browser for one test file. Each page is closed when its test ends. */
export const startBrowser = (shop: TestShop): TestBrowser => ({
	newPage: async (options = {}) => {
		const { width = 1280, height = 900, javaScript = true, colorScheme = "light" } = options;
		const profile = await takeProfile(shop, options);
		const { context } = profile;
		const problems: string[] = [];
		// Pop-ups are covered too.
		const onPage = (page: Page) => recordProblems(page, problems);
		context.on("page", onPage);
		const allowedProblems = [
			...(options.allowedProblems ?? []),
			...(javaScript ? [] : [blockedScriptPreload]),
		];
		onTestFinished(async () => {
			await releaseProfile(profile);
			context.off("page", onPage);
			expect(
				problems.filter((problem) => !allowedProblems.some((pattern) => pattern.test(problem))),
			).toEqual([]);
		});
		await prepareProfile(profile, shop, options);
		const page = await context.newPage();
		if (width !== defaultSize.width || height !== defaultSize.height)
			await page.setViewportSize({ width, height });
		if (colorScheme !== "light") await page.emulateMedia({ colorScheme });
		return page;
	},
});
