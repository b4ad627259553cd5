import { graphite, orange } from "./paints.ts";
import { corners, path, polygon } from "./svg.ts";

/** The mark of the shop: a bolt head seen from above, on a square of 32. */
export function favicon(): string {
	const at = (radius: number): string => polygon(corners(6, radius, 30, radius, 16, 16));
	const mark =
		path(at(15.6), graphite, {
			stroke: graphite,
			"stroke-width": 0.8,
			"stroke-linejoin": "round",
		}) + path(at(8), orange);
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${mark}</svg>\n`;
}
