import { mist, usedPaints } from "./paints.ts";

function onceEach(body: string): string {
	const seen = new Set<string>();
	return body.replace(/<clipPath id="([^"]+)">.*?<\/clipPath>/g, (whole, id: string) => {
		if (seen.has(id)) return "";
		seen.add(id);
		return whole;
	});
}

/** A whole SVG file: the paints its body uses, the mist ground and the body. Sizes in pixels. */
export function picture(
	body: string,
	width = 800,
	height = 600,
	ground: string | undefined = mist,
): string {
	const paints = usedPaints(body);
	const defs = paints ? `<defs>${paints}</defs>` : "";
	const backdrop = ground ? `<path fill="${ground}" d="M0 0h${width}v${height}H0z"/>` : "";
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${defs}${backdrop}${onceEach(body)}</svg>\n`;
}
