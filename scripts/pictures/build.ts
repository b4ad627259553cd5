import { mkdirSync, writeFileSync } from "node:fs";
import { drawPortrait, people } from "./people.ts";
import { buildPolygonPath, path } from "./svg.ts";

const graphite = "#15191e";
const orange = "#ff6b1a";

/** Draws a bolt head, seen from above. */
function drawFavicon(): string {
	const hexagon = (radius: number): string => buildPolygonPath(6, radius, 30, 16, 16);
	const logo =
		path(hexagon(15.6), graphite, {
			stroke: graphite,
			"stroke-width": 0.8,
			"stroke-linejoin": "round",
		}) + path(hexagon(8), orange);
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${logo}</svg>\n`;
}

const publicFolder = new URL("../../public/", import.meta.url);
mkdirSync(new URL("pictures/people/", publicFolder), { recursive: true });

function write(name: string, text: string): void {
	writeFileSync(new URL(name, publicFolder), text);
}

const createPortraitFile = (body: string) =>
	`<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160" viewBox="0 0 160 160">${body}</svg>\n`;

for (const [slug, person] of Object.entries(people)) {
	write(`pictures/people/${slug}.svg`, createPortraitFile(drawPortrait(person)));
}
write("favicon.svg", drawFavicon());
