import { readFile, writeFile } from "node:fs/promises";
import { iconNames } from "#app/ui/icon-names.ts";

/** Icons that are drawn as filled shapes. All others are outlines. */
const filledNames = ["star"];

async function createSymbol(name: string) {
	const file = new URL(`../node_modules/lucide-static/icons/${name}.svg`, import.meta.url);
	const svg = await readFile(file, "utf8");
	const drawing = svg
		.slice(svg.indexOf(">", svg.indexOf("<svg")) + 1, svg.indexOf("</svg>"))
		.replace(/\s+/g, " ")
		.replace(/> </g, "><")
		.replace(/ \/>/g, "/>")
		.trim();
	const fill = filledNames.includes(name) ? "currentColor" : "none";
	return `<symbol id="${name}" viewBox="0 0 24 24" fill="${fill}" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${drawing}</symbol>`;
}

export async function buildIconSprite(): Promise<string> {
	const symbols = await Promise.all(iconNames.map(createSymbol));
	return `<!-- @license lucide-static - ISC - (c) Lucide Icons and Contributors, https://lucide.dev/license -->\n<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`;
}

if (import.meta.main) {
	await writeFile(new URL("../app/ui/icons.svg", import.meta.url), await buildIconSprite());
}
