import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Frame, Page } from "playwright-core";

/** The minified build, because every tested page loads it. `axe.source` is twice as long. */
const axeSource = readFileSync(
	createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
	"utf8",
);

/** The axe tags of WCAG 2.2 AA. */
export const wcagTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const pageTags = [...wcagTags, "best-practice"];

type Viewport = { width: number; colorScheme: "light" | "dark"; contrastOnly?: true };

/** The first and third viewports cover both widths and both color schemes. The others differ from these only in colors, so only contrast is checked. */
const viewports: Viewport[] = [
	{ width: 1280, colorScheme: "light" },
	{ width: 1280, colorScheme: "dark", contrastOnly: true },
	{ width: 390, colorScheme: "dark" },
	{ width: 390, colorScheme: "light", contrastOnly: true },
];

export type CheckOptions = {
	/** Viewport widths, in pixels, at which to run axe, because some states exist only at one of them; 390 and 1280 by default. */
	widths?: number[];
	/** Viewport height in pixels; 900 by default. */
	height?: number;
	/** Also checks the contrast in the other color scheme at each width. */
	everyColorScheme?: boolean;
};

/** Waits until all frames have painted and finite animations have ended. */
const waitForPaint = (page: Page) =>
	Promise.all(
		page.frames().map((frame) =>
			frame.evaluate(async () => {
				await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
				// On a busy machine, a color transition starts late and may still be running after two frames.
				const animations = document
					.getAnimations()
					.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
				await Promise.allSettled(animations.map(({ finished }) => finished));
			}),
		),
	);

/** Cross-origin frames, such as the card fields, are checked separately. */
const isCrossOriginFrame = (frame: Frame) =>
	frame.parentFrame() !== null &&
	new URL(frame.url()).origin !== new URL(frame.page().url()).origin;

/** Runs axe in one frame's document. Returns each violated rule with the first element that violates it. */
async function runAxe(frame: Frame, options: axe.RunOptions): Promise<string[]> {
	const isLoaded = await frame.evaluate(() => Reflect.has(window, "axe"));
	if (!isLoaded) await frame.evaluate(axeSource);
	// Results other than violations are unused and take most of the time.
	const axeOptions: axe.RunOptions = {
		resultTypes: ["violations"],
		iframes: false,
		preload: false,
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
 * Returns axe's violations in a page and its frames. In cross-origin frames, rules about entire pages do not apply, and
 * contrast cannot be computed, because the page provides the background.
 */
export async function findAxeViolations(page: Page, tags = pageTags): Promise<string[]> {
	const crossOriginOptions: axe.RunOptions = {
		runOnly: { type: "tag", values: wcagTags },
		rules: { "color-contrast": { enabled: false } },
	};
	const violations = await Promise.all([
		runAxe(page.mainFrame(), { runOnly: { type: "tag", values: tags } }),
		...page
			.frames()
			.filter(isCrossOriginFrame)
			.map((frame) => runAxe(frame, crossOriginOptions)),
	]);
	return violations.flat();
}

async function findViolationsAt(
	page: Page,
	{ width, colorScheme, contrastOnly }: Viewport,
	height: number,
) {
	await Promise.all([page.setViewportSize({ width, height }), page.emulateMedia({ colorScheme })]);
	// When the page is scrolled, the sticky bar covers elements, and axe reports them as targets that are too small.
	await page.evaluate(() => scrollTo(0, 0));
	await waitForPaint(page);
	const violations = contrastOnly
		? await runAxe(page.mainFrame(), { runOnly: ["color-contrast"] })
		: await findAxeViolations(page);
	return violations.map((violation) => `${violation} (${width} px, ${colorScheme})`);
}

/** The text spacing that a reader may set (WCAG 1.4.12). With transitions, an element would keep the old spacing until the next frame. */
const textSpacingStyles =
	"* { transition: none !important; line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }";
const textSizeStyles = "html { font-size: 200% !important }";

/** Adds a style sheet, measures the page, and removes the sheet. The page is not painted in between. */
const measureWidth = (page: Page, styles = "") =>
	page.evaluate((rules) => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync(rules);
		document.adoptedStyleSheets = [sheet];
		const { scrollWidth } = document.documentElement;
		document.adoptedStyleSheets = [];
		return { width: innerWidth, contentWidth: scrollWidth };
	}, styles);

/** Checks WCAG 1.4.4, 1.4.10 and 1.4.12: nothing overflows horizontally at 200% zoom, at 400% zoom, with larger text, or with wider text spacing. */
export async function findOverflows(page: Page): Promise<string[]> {
	const problems: string[] = [];
	const check = async (condition: string, styles?: string) => {
		const { width, contentWidth } = await measureWidth(page, styles);
		if (contentWidth > width)
			problems.push(`${condition}: ${contentWidth} px wide in a viewport of ${width} px`);
	};
	// 390 px is the width of the last axe run. Drawing the page at another width would take 0.1 s of CPU time.
	await page.setViewportSize({ width: 390, height: 900 });
	await check("with wider text spacing", textSpacingStyles);
	await check("with text at 200%", textSizeStyles);
	// The sizes of a window of 1280 × 1024 pixels at 400% and 200% zoom.
	await page.setViewportSize({ width: 320, height: 256 });
	await check("at 400% zoom");
	await page.setViewportSize({ width: 640, height: 512 });
	await check("at 200% zoom");
	return problems;
}

/**
 * Checks a page in its current state against WCAG 2.2 AA: runs axe's rules, including target sizes, and looks for
 * overflow at each zoom level. Returns one line for each problem.
 */
export async function findAccessibilityProblems(
	page: Page,
	{ widths = [390, 1280], height = 900, everyColorScheme = false }: CheckOptions = {},
): Promise<string[]> {
	const problems: string[] = [];
	const checkedViewports = viewports.filter(
		({ width, contrastOnly }) => widths.includes(width) && (everyColorScheme || !contrastOnly),
	);
	for (const viewport of checkedViewports)
		problems.push(...(await findViolationsAt(page, viewport, height)));
	return [...problems, ...(await findOverflows(page))];
}
