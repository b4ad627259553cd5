import { bevel } from "../parts.ts";
import { corners, element, group, path, polygon } from "../svg.ts";

function openEnd(r: number): string {
	const w = r * 0.5;
	const jaw = `M${r * 1.04}${" "}${-w}H${r * 0.1}L${-r * 0.3} ${-w * 0.62}V${w * 0.62}L${r * 0.1} ${w}H${r * 1.04}L${r * 0.86} ${r * 0.8}`;
	return bevel(
		`${jaw}A${r * 1.16} ${r * 1.16} 0 1 1 ${r * 0.86} ${-r * 0.8}Z`,
		"url(#satin)",
		"url(#edge)",
		r * 0.16,
	);
}

function ringEnd(r: number): string {
	const circle = `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
	const star = polygon(corners(12, r * 0.7, 15, r * 0.6));
	return bevel(circle + star, "url(#satin)", "url(#edge)", r * 0.17);
}

function shaft(length: number, half: number, r: number): string {
	const [a, b] = [-length / 2 + r * 0.5, length / 2 - r * 0.5];
	const flare = r * 0.75;
	const edge = (sign: number, from: number, to: number): string =>
		`C${from + (to - from) * 0.09} ${sign * flare} ${from + (to - from) * 0.13} ${sign * half} ${from + (to - from) * 0.24} ${sign * half}L${to - (to - from) * 0.24} ${sign * half}C${to - (to - from) * 0.13} ${sign * half} ${to - (to - from) * 0.09} ${sign * flare} ${to} ${sign * flare}`;
	const outline = `M${a} ${-flare}${edge(-1, a, b)}V${flare}${edge(1, b, a)}Z`;
	const long = length * 0.3;
	const recess = `M${-long} ${-half * 0.5}H${long}a${half * 0.5} ${half * 0.5} 0 0 1 0 ${half}H${-long}a${half * 0.5} ${half * 0.5} 0 0 1 0 ${-half}Z`;
	return (
		bevel(outline, "url(#chrome)", "url(#edge)", 3) +
		path(recess, "#7f8b98") +
		path(recess, "url(#satin)", { transform: "translate(1 1.5)" })
	);
}

/** A combination spanner along x around its middle, open end at the right; lengths in pixels. */
function spanner(length: number, radius: number): string {
	const half = radius * 0.42;
	return (
		shaft(length, half, radius) +
		group(`translate(${-length / 2} 0)`, ringEnd(radius * 0.95)) +
		group(`translate(${length / 2} 0)rotate(-15)`, openEnd(radius))
	);
}

/** The nth of several like spanners in one drawing: the first is drawn, the others refer to it. */
export function nthSpanner(index: number, length: number, radius: number): string {
	if (index > 0) return element("use", { href: "#spanner" });
	return element("g", { id: "spanner" }, spanner(length, radius));
}
