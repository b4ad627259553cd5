import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect, onTestFinished, vi } from "vitest";
import { requireChromium } from "../../scripts/support/chromium.ts";
import type { TestAccount } from "./accounts.ts";
import { randomIpAddress, type TestShop } from "./shop.ts";

type PageOptions = {
	/** Size of the viewport in CSS pixels; 1280 × 900 by default. */
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
 * Waits until the page's script has started. In the dashboard, it starts when React has hydrated the layout. A locator is cheaper than
 * Playwright's `waitForFunction`, which loads a second script into each document and so takes 40 ms of CPU time.
 */
export const waitForHydration = (page: Page): Promise<void> =>
	page.locator("html[data-script=started]").waitFor({ state: "attached" });

/**
 * Waits until a page's script has stored the access token, or has removed it.
 * @param owner - the account's email; null if the token must be removed; any account by default
 */
export async function waitForToken(
	page: Page,
	owner: string | null = expect.any(String),
): Promise<void> {
	const readOwner = () =>
		page.evaluate(() => {
			if (localStorage.getItem("accessToken") === null) return null;
			return localStorage.getItem("accessTokenRenewal")?.split(" ")[0] ?? null;
		});
	await expect.poll(readOwner).toEqual(owner);
}

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

/**
 * Records every console error, page error, failed request and 5xx response, also those of pop-ups.
 * @returns a function that stops recording
 */
function recordProblems(context: BrowserContext, problems: string[]): () => void {
	context.on("console", (message) => {
		if (message.type() !== "error") return;
		problems.push(`console: ${message.text()} (${message.location().url})`);
	});
	context.on("weberror", (error) => problems.push(`page error: ${error.error().message}`));
	context.on("requestfailed", (request) => {
		const reason = request.failure()?.errorText ?? "";
		// A browser aborts a page's pending requests when it leaves the page.
		if (reason !== "net::ERR_ABORTED") problems.push(`request: ${request.url()} ${reason}`);
	});
	context.on("response", (response) => {
		if (response.status() >= 500) problems.push(`response: ${response.status()} ${response.url()}`);
	});
	return () => {
		for (const event of ["console", "weberror", "requestfailed", "response"])
			context.removeAllListeners(event);
	};
}

/** The problem that a browser without JavaScript reports for each script that a page preloads. */
const blockedScriptPreload = /^request: \S+\.js csp$/;

/** Launches Chromium with the options that make tests fast, and with the given ones. */
export async function launchChromium(options: string[] = []): Promise<Browser> {
	const args = ["--no-sandbox", "--disable-background-networking", "--disable-quic", ...options];
	// Otherwise, headless Chromium rounds each letter's width to whole pixels, which hides layout shifts that phones have.
	args.push("--font-render-hinting=none");
	// All pages share one renderer process, which compiles each script once. Origin-Agent-Cluster would give each page its own process.
	args.push("--renderer-process-limit=1", "--disable-site-isolation-trials");
	// A separate GPU process would only composite, and each frame would have to be passed to it.
	args.push("--in-process-gpu");
	// Optimizing a page's scripts takes more CPU time than it saves, because they run for only a few seconds.
	args.push("--js-flags=--no-maglev --no-turbofan");
	return chromium.launch({ executablePath: await requireChromium(), args });
}

let sharedChromium: Promise<Browser> | undefined;

/** Returns the Chromium that all test files of this vitest worker share. Launches a new one after a crash. */
async function getSharedChromium(): Promise<Browser> {
	const runningBrowser = await sharedChromium?.catch(() => undefined);
	if (runningBrowser?.isConnected()) return runningBrowser;
	sharedChromium = launchChromium();
	return sharedChromium;
}

/**
 * A browser context with a page. Visitors use it one after the other: with a filled cache, a document loads in a third of the time, and
 * opening and closing a page takes as much CPU time as loading one. A context with an empty cache is used only once.
 */
type Profile = { key: string | null; context: BrowserContext; page: Page };

const idleProfiles: Profile[] = [];

/** The initial viewport size of a context's pages. Setting it for each page would draw the page twice. */
const defaultSize = { width: 1280, height: 900 };

/**
 * What a page shows while no test uses it. It has the shop's origin, so that the next test can clear its storage. The open page keeps the
 * renderer process alive.
 */
const idlePath = "/__sandbox/empty";

async function openIdlePage(context: BrowserContext): Promise<Page> {
	const page = await context.newPage();
	await page.goto(idlePath);
	return page;
}

async function takeProfile(shop: TestShop, options: PageOptions): Promise<Profile> {
	const { javaScript = true, hasTouch = false, mockClock = false, emptyCache = false } = options;
	const browser = await getSharedChromium();
	const key = emptyCache ? null : [shop.url, javaScript, hasTouch, mockClock].join();
	const index = idleProfiles.findIndex(
		(profile) => profile.key === key && profile.context.browser() === browser,
	);
	const [idleProfile] = index < 0 ? [] : idleProfiles.splice(index, 1);
	if (idleProfile) return idleProfile;
	const context = await browser.newContext({
		baseURL: shop.url,
		viewport: defaultSize,
		reducedMotion: "reduce",
		javaScriptEnabled: javaScript,
		hasTouch,
		isMobile: hasTouch,
	});
	context.setDefaultTimeout(10_000);
	return { key, context, page: await (key === null ? context.newPage() : openIdlePage(context)) };
}

/** Clears what the previous visitor left behind, and signs the account in. */
async function prepareProfile(
	{ key, context, page }: Profile,
	shop: TestShop,
	options: PageOptions,
) {
	const { width = 1280, height = 900, colorScheme = "light", mockClock, account } = options;
	if (mockClock) {
		await context.clock.install();
		await context.clock.resume();
	}
	const clearStorage = () => {
		localStorage.clear();
		sessionStorage.clear();
	};
	await Promise.all([
		context.clearCookies(),
		context.clearPermissions(),
		context.setExtraHTTPHeaders({ "CF-Connecting-IP": randomIpAddress() }),
		key !== null && page.evaluate(clearStorage),
	]);
	const size = page.viewportSize();
	if (width !== size?.width || height !== size.height)
		await page.setViewportSize({ width, height });
	await page.emulateMedia({ media: null, forcedColors: "none", colorScheme });
	if (!account) return;
	const cookie = { name: "session", value: account.session, httpOnly: true } as const;
	await context.addCookies([{ ...cookie, url: shop.url, sameSite: "Lax" }]);
}

/** Returns a function that tells whether a script, function or DevTools session was added that stays until the page is closed. */
function watchLastingChanges({ context, page }: Profile): () => boolean {
	const spies = [
		vi.spyOn(page, "addInitScript"),
		vi.spyOn(page, "exposeFunction"),
		vi.spyOn(context, "newCDPSession"),
	];
	return () => {
		const isChanged = spies.some((spy) => spy.mock.calls.length > 0);
		for (const spy of spies) spy.mockRestore();
		return isChanged;
	};
}

/** All events of a page but those that Playwright itself listens to: `close` and `crash`. */
const pageEvents = [
	"console",
	"dialog",
	"domcontentloaded",
	"download",
	"filechooser",
	"load",
	"pageerror",
	"frameattached",
	"framedetached",
	"framenavigated",
	"popup",
	"websocket",
	"worker",
	"request",
	"requestfailed",
	"requestfinished",
	"response",
];

/** @param isPageClean - whether the test has passed and made no lasting change to the page */
async function releaseProfile(profile: Profile, isPageClean: boolean): Promise<void> {
	const { key, context, page } = profile;
	if (key === null) return context.close();
	await context.setOffline(false);
	const idlePage = isPageClean ? page : await openIdlePage(context);
	const otherPages = context.pages().filter((openPage) => openPage !== idlePage);
	await Promise.all(otherPages.map((openPage) => openPage.close()));
	if (isPageClean) {
		for (const event of pageEvents) page.removeAllListeners(event);
		await page.unrouteAll({ behavior: "ignoreErrors" });
		await page.goto(idlePath);
	}
	idleProfiles.push({ ...profile, page: idlePage });
}

/** Returns a browser for one test file. When its test ends, a page is closed, or kept for a later test. */
export const startBrowser = (shop: TestShop): TestBrowser => ({
	newPage: async (options = {}) => {
		const profile = await takeProfile(shop, options);
		const problems: string[] = [];
		const stopRecording = recordProblems(profile.context, problems);
		const hasLastingChanges = watchLastingChanges(profile);
		const allowedProblems = [
			...(options.allowedProblems ?? []),
			...(options.javaScript === false ? [blockedScriptPreload] : []),
		];
		onTestFinished(async ({ task }) => {
			const isPageClean = !hasLastingChanges() && task.result?.state !== "fail";
			await releaseProfile(profile, isPageClean && !profile.page.isClosed());
			stopRecording();
			expect(
				problems.filter((problem) => !allowedProblems.some((pattern) => pattern.test(problem))),
			).toEqual([]);
		});
		await prepareProfile(profile, shop, options);
		return profile.page;
	},
});
