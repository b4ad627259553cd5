import { AxeBuilder } from "@axe-core/playwright";
import type { Frame, Page } from "playwright-core";

/** The last is about whole pages. */
const guidelines = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

type Look = { width: number; colorScheme: "light" | "dark" };

/** Both widths and both themes, each once: what depends on a width and a theme together the theme's own test sees. */
const looks: Look[] = [
	{ width: 1280, colorScheme: "light" },
	{ width: 390, colorScheme: "dark" },
];
const otherLooks: Look[] = [
	{ width: 1280, colorScheme: "dark" },
	{ width: 390, colorScheme: "light" },
];

/** Where it is looked. */
export type Where = {
	/** Of the windows in which there is this state, in pixels; all unless told otherwise. */
	widths?: number[];
	/** Each width in each theme. */
	isEachLook?: boolean;
};

/** Until what was asked for is on the screen, frames within the page among it. */
const painted = (page: Page) =>
	Promise.all(
		page
			.frames()
			.map((frame) =>
				frame.evaluate(
					() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))),
				),
			),
	);

/** Frames of other origins, such as the card fields, which axe leaves out of the page that they are in. */
const isForeign = (frame: Frame) =>
	frame.parentFrame() !== null &&
	new URL(frame.url()).origin !== new URL(frame.page().url()).origin;

type Found = { violations: { id: string; nodes: { target: unknown }[] }[] };

/**
 * What axe, which is in every frame by now, finds in one of them by itself. Rules of whole pages do not apply, and
 * contrast cannot be told: what is seen through the frame is the page's.
 */
const findInside = (frame: Frame) =>
	frame.evaluate(
		async (values) => {
			const axe: { run: (...args: object[]) => Promise<Found> } = Reflect.get(window, "axe");
			const rules = { "color-contrast": { enabled: false } };
			return (await axe.run(document, { runOnly: { type: "tag", values }, rules })).violations;
		},
		guidelines.slice(0, -1),
	);

async function findViolations(page: Page, { width, colorScheme }: Look): Promise<string[]> {
	await page.setViewportSize({ width, height: 900 });
	await page.emulateMedia({ colorScheme });
	// Scrolled, the sticky bar covers a part of whatever lies under it, which makes that no smaller a target.
	await page.evaluate(() => scrollTo(0, 0));
	await painted(page);
	const axe = new AxeBuilder({ page }).setLegacyMode();
	const { violations } = await axe.withTags(guidelines).analyze();
	const inside = await Promise.all(page.frames().filter(isForeign).map(findInside));
	return [...violations, ...inside.flat()].map(
		({ id, nodes }) => `${id} at ${nodes[0]?.target} (${width} px, ${colorScheme})`,
	);
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
	await page.setViewportSize({ width, height: 600 });
	const wide = await page.evaluate(() => document.documentElement.scrollWidth);
	return wide > width ? [`${what}: ${wide} px wide on ${width} px`] : [];
}

/** WCAG 1.4.4, 1.4.10 and 1.4.12: enlarged to 200 % and to 400 % on 1280 px, and with wider text, nothing runs out sideways. */
async function findLost(page: Page): Promise<string[]> {
	const enlarged = [
		...(await findOverflow(page, 640, "at 200 %")),
		...(await findOverflow(page, 320, "at 400 %")),
	];
	await spaceText(page, true);
	const spaced = await findOverflow(page, 390, "with wider text");
	await spaceText(page, false);
	return [...enlarged, ...spaced];
}

/**
 * What keeps people out of a page in the state that it is in, against WCAG 2.2 AA: what axe finds, target sizes among
 * it, and what enlarging loses.
 * @returns one line a barrier; none on a good page
 */
export async function findBarriers(
	page: Page,
	{ widths = [390, 1280], isEachLook = false }: Where = {},
): Promise<string[]> {
	const found: string[] = [];
	const wanted = isEachLook ? [...looks, ...otherLooks] : looks;
	for (const look of wanted.filter(({ width }) => widths.includes(width)))
		found.push(...(await findViolations(page, look)));
	return [...found, ...(await findLost(page))];
}
