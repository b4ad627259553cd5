import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Frame, Page } from "playwright-core";

/** Minified: each page is sent it, and `axe.source` is twice as long. */
const axeSource = readFileSync(
	createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
	"utf8",
);

/** Those of WCAG 2.2 AA, by axe's tags. */
export const wcagTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const pageTags = [...wcagTags, "best-practice"];

type Viewport = { width: number; colorScheme: "light" | "dark"; contrastOnly?: true };

/** Both widths and both color schemes, each once. */
const viewports: Viewport[] = [
	{ width: 1280, colorScheme: "light" },
	{ width: 390, colorScheme: "dark" },
];
/** What is left: each width in the other color scheme, which changes colors and nothing else. */
const oppositeSchemeViewports: Viewport[] = [
	{ width: 390, colorScheme: "light", contrastOnly: true },
	{ width: 1280, colorScheme: "dark", contrastOnly: true },
];

/** In which windows the page is checked. */
export type CheckOptions = {
	/** Widths in which there is this state, in pixels; both by default. */
	widths?: number[];
	/** Each width in each color scheme. */
	everyColorScheme?: boolean;
};

/** Until what was asked for is on the screen, in frames too. */
const waitForPaint = (page: Page) =>
	Promise.all(
		page.frames().map((frame) =>
			frame.evaluate(async () => {
				await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
				// On a busy machine a transition of colors begins some frames later.
				const animations = document
					.getAnimations()
					.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
				await Promise.allSettled(animations.map(({ finished }) => finished));
			}),
		),
	);

/** A frame of another origin, such as the card fields: axe checks it by itself. */
const isCrossOriginFrame = (frame: Frame) =>
	frame.parentFrame() !== null &&
	new URL(frame.url()).origin !== new URL(frame.page().url()).origin;

/** @returns each rule that axe finds broken in the frame's own document, with the first element that breaks it, and how */
async function runAxe(frame: Frame, options: axe.RunOptions): Promise<string[]> {
	const isLoaded = await frame.evaluate(() => Reflect.has(window, "axe"));
	if (!isLoaded) await frame.evaluate(axeSource);
	// Without the results of rules that are kept, which nobody reads and which take most of the time.
	const axeOptions: axe.RunOptions = {
		...{ resultTypes: ["violations"], iframes: false, preload: false },
		...options,
	};
	return frame.evaluate(async (options) => {
		const { run }: typeof axe = Reflect.get(window, "axe");
		const { violations } = await run(document, options);
		return violations.map(({ id, nodes: [node] }) =>
			[`${id} at ${node?.target}`, node?.any[0]?.message].filter(Boolean).join(": "),
		);
	}, axeOptions);
}

/**
 * What axe finds in a page as it is. Rules of whole pages do not apply in frames of other origins, and contrast cannot be computed
 * there: the background is the page's.
 */
export async function findAxeViolations(page: Page, tags = pageTags): Promise<string[]> {
	const insideFrames: axe.RunOptions = {
		runOnly: { type: "tag", values: wcagTags },
		rules: { "color-contrast": { enabled: false } },
	};
	const violations = await Promise.all([
		runAxe(page.mainFrame(), { runOnly: { type: "tag", values: tags } }),
		...page
			.frames()
			.filter(isCrossOriginFrame)
			.map((frame) => runAxe(frame, insideFrames)),
	]);
	return violations.flat();
}

async function findViolationsAt(page: Page, { width, colorScheme, contrastOnly }: Viewport) {
	await page.setViewportSize({ width, height: 900 });
	await page.emulateMedia({ colorScheme });
	// Scrolled, the sticky bar covers a part of whatever lies under it, which makes that no smaller a target.
	await page.evaluate(() => scrollTo(0, 0));
	await waitForPaint(page);
	const found = contrastOnly
		? await runAxe(page.mainFrame(), { runOnly: ["color-contrast"] })
		: await findAxeViolations(page);
	return found.map((violation) => `${violation} (${width} px, ${colorScheme})`);
}

/** WCAG 1.4.12: what a reader's own style may set. */
const textSpacingStyles =
	"* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }";

const setTextSpacing = (page: Page, isEnabled: boolean) =>
	page.evaluate(
		(rules) => {
			const sheet = new CSSStyleSheet();
			sheet.replaceSync(rules);
			document.adoptedStyleSheets = [sheet];
		},
		isEnabled ? textSpacingStyles : "",
	);

async function findOverflow(page: Page, width: number, condition: string): Promise<string[]> {
	await page.setViewportSize({ width, height: 900 });
	const contentWidth = await page.evaluate(() => document.documentElement.scrollWidth);
	return contentWidth > width ? [`${condition}: ${contentWidth} px wide on ${width} px`] : [];
}

/** WCAG 1.4.4, 1.4.10 and 1.4.12: enlarged to 200 % and to 400 % on 1280 px, and with wider text, nothing overflows sideways. */
async function findOverflows(page: Page): Promise<string[]> {
	const zoomProblems = [
		...(await findOverflow(page, 320, "at 400 %")),
		...(await findOverflow(page, 640, "at 200 %")),
	];
	await setTextSpacing(page, true);
	// A transition has the old spacing until the next frame.
	await waitForPaint(page);
	const spacingProblems = await findOverflow(page, 390, "with wider text");
	await setTextSpacing(page, false);
	return [...zoomProblems, ...spacingProblems];
}

/**
 * What keeps people out of a page in the state that it is in, against WCAG 2.2 AA: what axe finds, target sizes among
 * it, and what overflows when it is enlarged.
 * @returns one line a barrier; none on a good page
 */
export async function findAccessibilityProblems(
	page: Page,
	{ widths = [390, 1280], everyColorScheme = false }: CheckOptions = {},
): Promise<string[]> {
	const problems: string[] = [];
	const checkedViewports = everyColorScheme
		? [...viewports, ...oppositeSchemeViewports]
		: viewports;
	for (const viewport of checkedViewports.filter(({ width }) => widths.includes(width)))
		problems.push(...(await findViolationsAt(page, viewport)));
	return [...problems, ...(await findOverflows(page))];
}
