import { globSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Declarations = Map<string, string>;

const folder = new URL("./", import.meta.url);
const source = readdirSync(folder)
	.filter((file) => file.endsWith(".css"))
	.map((file) => readFileSync(new URL(file, folder), "utf8"))
	.join("\n")
	.replace(/\/\*[\s\S]*?\*\//g, "");

const names = new Set([...source.matchAll(/--(?:color|tone)-([\w-]+):/g)].map(([, name]) => name));
const properties: Record<string, string> = { text: "color", bg: "background" };

/** The declarations of Tailwind's `text-…` and `bg-…`, where they name one of our colors. */
const declared = (utility: string) => {
	const [, kind = "", name = ""] = /^(text|bg)-([\w-]+)$/.exec(utility) ?? [];
	return names.has(name) ? `${properties[kind]}: var(--color-${name});` : "";
};
const css = source.replace(/@apply ([^;]+);/g, (_, utilities: string) =>
	utilities.split(/\s+/).map(declared).join(" "),
);

const app = new URL("../", import.meta.url);
/** What the pages' classes declare: a block for the plain ones of each text, and one for each of its variants. */
const markup = globSync("**/*.tsx", { cwd: app })
	.flatMap((file) => readFileSync(new URL(file, app), "utf8").match(/"[^"\n]+"/g) ?? [])
	.flatMap((text) => {
		const names = text.slice(1, -1).split(/\s+/);
		const variants = new Set(names.map((name) => name.slice(0, name.lastIndexOf(":") + 1)));
		return [...variants].map((variant) =>
			names.map((name) => (name.startsWith(variant) ? declared(name.slice(variant.length)) : "")),
		);
	})
	.map((declarations) => `{${declarations.join("")}}`)
	.join("");

/** Own declarations of every block, nested ones apart. */
function blocks(text: string): Declarations[] {
	const open: Declarations[] = [new Map()];
	const closed: Declarations[] = [];
	for (const [, statement = "", end] of text.matchAll(/([^{};]*)([{};])/g)) {
		const [, name, value] = /^\s*([\w-]+)\s*:\s*([\s\S]+)$/.exec(statement) ?? [];
		if (end === "{") open.push(new Map());
		else if (name && value) open.at(-1)?.set(name, value.trim());
		if (end === "}") closed.push(open.pop() ?? new Map());
	}
	return closed;
}

const all = blocks(css + markup);
const themes = all.filter((block) => block.has("--color-base-100"));

/** Follows `var(--…)` to a hex colour of the theme, or null when it is none of our colors. */
function colour(value: string | undefined, theme: Declarations): string | null {
	if (!value) return null;
	if (/^#[0-9a-f]{6}$/.test(value)) return value;
	const [, name] = /^var\((--[\w-]+)\)$/.exec(value) ?? [];
	const known = name && (theme.get(name) ?? theme.get(name.replace("--color-", "--tone-")));
	return known ? colour(known, theme) : null;
}

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
		const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
	const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
	return (light + 0.05) / (dark + 0.05);
}

const grounds = ["base-100", "base-200"];

/** Text on the background of a page, by our own rules or by Tailwind's `text-…`. */
const textOnGround = ["base-content", "muted", "accent", "success", "error", "info"];

const pairs: { front: string; ground: string; least: number }[] = [
	...grounds.flatMap((ground) => textOnGround.map((front) => ({ front, ground, least: 4.5 }))),
	...["primary", "accent", "neutral", "info", "success", "error"].map((ground) => ({
		front: `${ground}-content`,
		ground,
		least: 4.5,
	})),
	{ front: "primary", ground: "neutral", least: 4.5 },
	{ front: "quiet", ground: "neutral", least: 4.5 },
	{ front: "neutral", ground: "neutral-content", least: 4.5 },
	{ front: "primary-content", ground: "studio", least: 4.5 },
	{ front: "base-100", ground: "base-content", least: 4.5 },
	{ front: "base-content", ground: "base-300", least: 4.5 },
	...grounds.map((ground) => ({ front: "edge", ground, least: 3 })),
];

test.each(themes.flatMap((theme) => pairs.map((pair) => ({ theme, ...pair }))))(
	"$front on $ground reaches $least in each theme",
	({ theme, front, ground, least }) => {
		const [one, other] = [front, ground].map((name) => colour(`var(--color-${name})`, theme));
		expect(contrast(one ?? "missing", other ?? "missing")).toBeGreaterThanOrEqual(least);
	},
);

test("there is a light and a dark theme", () => {
	expect(themes.map((theme) => theme.get("color-scheme"))).toEqual(["light", "dark"]);
});

test("every rule that sets text and background color has a contrast of 4.5 in each theme", () => {
	const used = all.filter((block) => block.has("color") && block.has("background"));
	expect(used.length).toBeGreaterThan(12);
	for (const theme of themes) {
		for (const block of used) {
			const front = colour(block.get("color"), theme);
			const ground = colour(block.get("background"), theme);
			if (front && ground)
				expect(contrast(front, ground), String([...block])).toBeGreaterThanOrEqual(4.5);
		}
	}
});

test("every text color in the styles is one of the checked ones", () => {
	const checked = pairs.filter(({ least }) => least === 4.5).map(({ front }) => front);
	const used = [...css.matchAll(/[\s{;]color:\s*var\(--(?:color|tone)-([\w-]+)\)/g)].map(
		([, name]) => name,
	);
	expect(used.length).toBeGreaterThan(10);
	expect(checked).toEqual(expect.arrayContaining([...new Set(used)]));
});
