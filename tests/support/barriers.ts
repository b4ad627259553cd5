import axe from "axe-core";
import type { Frame, Page } from "playwright-core";

/** Those of WCAG 2.2 AA, by axe's tags. */
export const guidelines = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const pageGuidelines = [...guidelines, "best-practice"];

type Look = { width: number; colorScheme: "light" | "dark"; isContrastOnly?: true };

/** Both widths and both color schemes, each once. */
const looks: Look[] = [
	{ width: 1280, colorScheme: "light" },
	{ width: 390, colorScheme: "dark" },
];
/** What is left: each width in the other color scheme, which changes colors and nothing else. */
const otherLooks: Look[] = [
	{ width: 390, colorScheme: "light", isContrastOnly: true },
	{ width: 1280, colorScheme: "dark", isContrastOnly: true },
];

/** In which windows the page is checked. */
export type Where = {
	/** Widths in which there is this state, in pixels; both by default. */
	widths?: number[];
	/** Each width in each color scheme. */
	isEachLook?: boolean;
};

/** Until what was asked for is on the screen, in frames too. */
const painted = (page: Page) =>
	Promise.all(
		page.frames().map((frame) =>
			frame.evaluate(async () => {
				await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
				// On a busy machine a transition of colors begins some frames later.
				const animations = document
					.getAnimations()
					.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
				await Promise.allSettled(animations.map(({ finished }) => finished));
			}),
		),
	);

/** A frame of another origin, such as the card fields: axe checks it by itself. */
const isForeign = (frame: Frame) =>
	frame.parentFrame() !== null &&
	new URL(frame.url()).origin !== new URL(frame.page().url()).origin;

/** @returns each rule that axe finds broken in the frame's own document, with the first element that breaks it, and how */
async function runAxe(frame: Frame, options: axe.RunOptions): Promise<string[]> {
	const isLoaded = await frame.evaluate(() => Reflect.has(window, "axe"));
	if (!isLoaded) await frame.evaluate(axe.source);
	// Without the results of rules that are kept, which nobody reads and which take most of the time.
	const lean: axe.RunOptions = {
		...{ resultTypes: ["violations"], iframes: false, preload: false },
		...options,
	};
	return frame.evaluate(async (lean) => {
		const { run }: typeof axe = Reflect.get(window, "axe");
		const { violations } = await run(document, lean);
		return violations.map(({ id, nodes: [node] }) =>
			[`${id} at ${node?.target}`, node?.any[0]?.message].filter(Boolean).join(": "),
		);
	}, lean);
}

/**
 * What axe finds in a page as it is. Rules of whole pages do not apply in frames of other origins, and contrast cannot be computed
 * there: the background is the page's.
 */
export async function findViolations(page: Page, tags = pageGuidelines): Promise<string[]> {
	const insideFrames: axe.RunOptions = {
		runOnly: { type: "tag", values: guidelines },
		rules: { "color-contrast": { enabled: false } },
	};
	const found = await Promise.all([
		runAxe(page.mainFrame(), { runOnly: { type: "tag", values: tags } }),
		...page
			.frames()
			.filter(isForeign)
			.map((frame) => runAxe(frame, insideFrames)),
	]);
	return found.flat();
}

async function findAtLook(page: Page, { width, colorScheme, isContrastOnly }: Look) {
	await page.setViewportSize({ width, height: 900 });
	await page.emulateMedia({ colorScheme });
	// Scrolled, the sticky bar covers a part of whatever lies under it, which makes that no smaller a target.
	await page.evaluate(() => scrollTo(0, 0));
	await painted(page);
	const found = isContrastOnly
		? await runAxe(page.mainFrame(), { runOnly: ["color-contrast"] })
		: await findViolations(page);
	return found.map((violation) => `${violation} (${width} px, ${colorScheme})`);
}

/** WCAG 1.4.12: what a reader's own style may set. */
const spacing =
	"* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }";

const spaceText = (page: Page, on: boolean) =>
	page.evaluate(
		(rules) => {
			const sheet = new CSSStyleSheet();
			sheet.replaceSync(rules);
			document.adoptedStyleSheets = [sheet];
		},
		on ? spacing : "",
	);

async function findOverflow(page: Page, width: number, what: string): Promise<string[]> {
	await page.setViewportSize({ width, height: 900 });
	const wide = await page.evaluate(() => document.documentElement.scrollWidth);
	return wide > width ? [`${what}: ${wide} px wide on ${width} px`] : [];
}

/** WCAG 1.4.4, 1.4.10 and 1.4.12: enlarged to 200 % and to 400 % on 1280 px, and with wider text, nothing overflows sideways. */
async function findOverflows(page: Page): Promise<string[]> {
	const enlarged = [
		...(await findOverflow(page, 320, "at 400 %")),
		...(await findOverflow(page, 640, "at 200 %")),
	];
	await spaceText(page, true);
	// A transition has the old spacing until the next frame.
	await painted(page);
	const spaced = await findOverflow(page, 390, "with wider text");
	await spaceText(page, false);
	return [...enlarged, ...spaced];
}

/**
 * What keeps people out of a page in the state that it is in, against WCAG 2.2 AA: what axe finds, target sizes among
 * it, and what overflows when it is enlarged.
 * @returns one line a barrier; none on a good page
 */
export async function findBarriers(
	page: Page,
	{ widths = [390, 1280], isEachLook = false }: Where = {},
): Promise<string[]> {
	const found: string[] = [];
	const wanted = isEachLook ? [...looks, ...otherLooks] : looks;
	for (const look of wanted.filter(({ width }) => widths.includes(width)))
		found.push(...(await findAtLook(page, look)));
	return [...found, ...(await findOverflows(page))];
}
