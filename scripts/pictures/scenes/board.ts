import { element, path, rect } from "../svg.ts";

const holes =
	'<pattern id="holes" width="36" height="36" patternUnits="userSpaceOnUse"><circle cx="18" cy="18" r="4" fill="#8a96a3"/><circle cx="18" cy="19" r="3.4" fill="#3c4753"/></pattern>';

/** A perforated steel tool board; its place and size in pixels. */
export function board(x: number, y: number, width: number, height: number): string {
	return (
		element("defs", {}, holes) +
		element("g", { filter: "url(#shadow)" }, rect(x, y, width, height, "#f7f9fb", 10)) +
		rect(x + 3, y + 4, width - 3, height - 4, "#cdd5dc", 8) +
		rect(x + 18, y + 18, width - 36, height - 36, "url(#holes)")
	);
}

/** A peg that carries a tool, its middle at (x, y). */
export function peg(x: number, y: number): string {
	return (
		path(`M${x - 22} ${y - 12}h44v24h-44z`, "#15191e", {
			opacity: 0.25,
			transform: "translate(3 6)",
		}) +
		rect(x - 22, y - 12, 44, 24, "url(#rubber)", 5) +
		rect(x - 7, y - 7, 14, 14, "url(#faceOrange)", 7)
	);
}
