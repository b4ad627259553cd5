import { globSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Declarations = Map<string, string>;

const folder = new URL("./", import.meta.url);
const source = readdirSync(folder)
	.filter((file) => file.endsWith(".css"))
	.map((file) => readFileSync(new URL(file, folder), "utf8"))
	.join("\n")
	.replace(/\/\*[\s\S]*?\*\//g, "");

const colorNames = new Set(
	[...source.matchAll(/--(?:color|tone)-([\w-]+):/g)].map(([, name]) => name),
);
const properties: Record<string, string> = { text: "color", bg: "background" };

/** Returns the CSS declaration of Tailwind's `text-…` or `bg-…`, or "" if the styles do not define its color. */
const getDeclaration = (utility: string) => {
	const [, kind = "", name = ""] = /^(text|bg)-([\w-]+)$/.exec(utility) ?? [];
	return colorNames.has(name) ? `${properties[kind]}: var(--color-${name});` : "";
};
const css = source.replace(/@apply ([^;]+);/g, (_, utilities: string) =>
	utilities.split(/\s+/).map(getDeclaration).join(" "),
);

const app = new URL("../", import.meta.url);
/** The declarations of the class lists in components. Classes with the same variant, such as `hover:`, form a block. */
const componentCss = globSync("**/*.{ts,tsx}", { cwd: app })
	.filter((file) => !file.includes(".test."))
	.flatMap((file) => readFileSync(new URL(file, app), "utf8").match(/"[^"\n]+"/g) ?? [])
	.flatMap((text) => {
		const classes = text.slice(1, -1).split(/\s+/);
		const variants = new Set(classes.map((name) => name.slice(0, name.lastIndexOf(":") + 1)));
		return [...variants].map((variant) =>
			classes.map((name) =>
				name.startsWith(variant) ? getDeclaration(name.slice(variant.length)) : "",
			),
		);
	})
	.map((declarations) => `{${declarations.join("")}}`)
	.join("");

/** Returns the declarations of every block. Those of a nested block are only in that block. */
function readBlocks(text: string): Declarations[] {
	const openBlocks: Declarations[] = [new Map()];
	const closedBlocks: Declarations[] = [];
	for (const [, statement = "", delimiter] of text.matchAll(/([^{};]*)([{};])/g)) {
		const [, name, value] = /^\s*([\w-]+)\s*:\s*([\s\S]+)$/.exec(statement) ?? [];
		if (delimiter === "{") openBlocks.push(new Map());
		else if (name && value) openBlocks.at(-1)?.set(name, value.trim());
		if (delimiter === "}") closedBlocks.push(openBlocks.pop() ?? new Map());
	}
	return closedBlocks;
}

const allBlocks = readBlocks(css + componentCss);
const themes = allBlocks.filter((block) => block.has("color-scheme"));

/** Resolves `var(--…)` to a hex color of the theme. Returns null for any other color. */
function resolveColor(value: string | undefined, theme: Declarations): string | null {
	if (!value) return null;
	if (/^#[0-9a-f]{6}$/.test(value)) return value;
	const [, name] = /^var\((--[\w-]+)\)$/.exec(value) ?? [];
	const nextValue = name && (theme.get(name) ?? theme.get(name.replace("--color-", "--tone-")));
	return nextValue ? resolveColor(nextValue, theme) : null;
}

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
		const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
		return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
	const [lighter = 0, darker = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a);
	return (lighter + 0.05) / (darker + 0.05);
}

const pageBackgrounds = ["base-100", "base-200"];

/** The colors of text on the background of a page. */
const textColors = ["base-content", "muted", "accent", "success", "error", "info"];

const pairs: { text: string; background: string; minContrast: number }[] = [
	...pageBackgrounds.flatMap((background) =>
		textColors.map((text) => ({ text, background, minContrast: 4.5 })),
	),
	...["primary", "accent", "neutral", "info", "success", "error"].map((background) => ({
		text: `${background}-content`,
		background,
		minContrast: 4.5,
	})),
	{ text: "primary", background: "neutral", minContrast: 4.5 },
	{ text: "quiet", background: "neutral", minContrast: 4.5 },
	{ text: "neutral", background: "neutral-content", minContrast: 4.5 },
	{ text: "primary-content", background: "studio", minContrast: 4.5 },
	{ text: "hero-content", background: "hero", minContrast: 4.5 },
	{ text: "info", background: "hero", minContrast: 3 },
	{ text: "base-100", background: "base-content", minContrast: 4.5 },
	{ text: "base-content", background: "base-300", minContrast: 4.5 },
	...pageBackgrounds.map((background) => ({ text: "edge", background, minContrast: 3 })),
];

test.each(themes.flatMap((theme) => pairs.map((pair) => ({ theme, ...pair }))))(
	"the contrast of $text on $background is at least $minContrast",
	({ theme, text, background, minContrast }) => {
		const [textHex, backgroundHex] = [text, background].map((name) =>
			resolveColor(`var(--color-${name})`, theme),
		);
		expect(contrast(textHex ?? "missing", backgroundHex ?? "missing")).toBeGreaterThanOrEqual(
			minContrast,
		);
	},
);

test("there is a light and a dark theme", () => {
	expect(themes.map((theme) => theme.get("color-scheme"))).toEqual(["light", "dark"]);
});

test("every rule that sets text and background color has a contrast of at least 4.5 in each theme", () => {
	const colorBlocks = allBlocks.filter((block) => block.has("color") && block.has("background"));
	expect(colorBlocks.length).toBeGreaterThan(12);
	for (const theme of themes) {
		for (const block of colorBlocks) {
			const text = resolveColor(block.get("color"), theme);
			const background = resolveColor(block.get("background"), theme);
			if (text && background)
				expect(contrast(text, background), String([...block])).toBeGreaterThanOrEqual(4.5);
		}
	}
});

test("every text color in the styles is one of the checked colors", () => {
	const checkedColors = pairs
		.filter(({ minContrast }) => minContrast === 4.5)
		.map(({ text }) => text);
	const usedColors = [...css.matchAll(/[\s{;]color:\s*var\(--(?:color|tone)-([\w-]+)\)/g)].map(
		([, name]) => name,
	);
	expect(usedColors.length).toBeGreaterThan(10);
	expect(checkedColors).toEqual(expect.arrayContaining([...new Set(usedColors)]));
});

/** Orange has much more green than blue, unlike the red of errors. */
const isOrange = (hex: string): boolean => {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
		Number.parseInt(hex.slice(start, start + 2), 16),
	);
	return red > green && green > 2 * blue;
};

test.each([
	["app/styles/base.css", ["--color-accent"], "light"],
	["worker/shop/emails/write-email.ts", ["--color-accent", "--color-primary"], "light"],
	["public/favicon.svg", ["--color-primary"], "light"],
	["scripts/catalogue/share.html", ["--color-accent"], "light"],
	["worker/shop/emails/write-email.ts", ["--color-accent"], "dark"],
] as const)("the orange in %s is the theme's %j (%s)", (file, names, scheme) => {
	const text = readFileSync(new URL(`../../${file}`, folder), "utf8");
	const oranges = (text.match(/#[0-9a-f]{6}\b/g) ?? []).filter(isOrange);
	const theme = themes.find((block) => block.get("color-scheme") === scheme);
	const expected = names.map((name) => theme?.get(name));
	expect(oranges).toEqual(expect.arrayContaining(expected));
	const allowed = themes.flatMap((block) =>
		["--color-accent", "--color-primary"].map((name) => block.get(name)),
	);
	for (const orange of oranges) expect(allowed).toContain(orange);
});

test("the dark colors of emails are those of a theme", () => {
	const email = readFileSync(new URL("../../worker/shop/emails/write-email.ts", folder), "utf8");
	const [darkStyle = ""] = /@media \(prefers-color-scheme:dark\)[^`]*/.exec(email) ?? [];
	const colors = darkStyle.match(/#[0-9a-f]{6}/g) ?? [];
	expect(colors).not.toEqual([]);
	expect(colors.filter((color) => !source.includes(color))).toEqual([]);
});
