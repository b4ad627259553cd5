import { standing } from "../parts.ts";
import { slab } from "../slab.ts";
import { circle, ellipse, group, type Point, path, rect } from "../svg.ts";
import { camera, onPlane, roundedOutline } from "../view.ts";

const see = camera(24, 36, 1, 400, 330);

function caster([x, y]: Point): string {
	const [cx, cy] = see(x, y, 20);
	return group(
		`translate(${cx.toFixed(1)} ${cy.toFixed(1)})`,
		path("M-16-34H16L12 0H-12Z", "url(#satin)"),
		ellipse(7, 8, 20, 24, "#0c0f12"),
		ellipse(0, 8, 20, 24, "url(#rubber)"),
		ellipse(0, 8, 11, 14, "url(#face)"),
		circle(0, 8, 4, "#3c4753"),
	);
}

function pad(x0: number, x1: number, half: number, side: string, top: string): string {
	const outline = roundedOutline(x0, -half, x1, half, 16);
	return slab(see, outline, 62, 84, side, top);
}

function board(): string {
	const outline = roundedOutline(-330, -112, 320, 112, 46);
	return slab(see, outline, 44, 60, "url(#oxide)", "url(#faceDark)");
}

function stitching(): string {
	const seam = (x: number, w: number, half: number): string =>
		group(
			onPlane(see, [x, 0, 84.5], [1, 0, 0], [0, -1, 0]),
			rect(12, -half + 12, w - 24, half * 2 - 24, "none", 10, {
				stroke: "#8a96a3",
				"stroke-opacity": 0.55,
				"stroke-width": 2.5,
				"stroke-dasharray": "9 6",
			}),
		);
	return seam(-170, 220, 92) + seam(62, 240, 92);
}

/** Mechanic's creeper: low board with two pads, an orange headrest and six casters. */
export function creeper(): string {
	const far: Point[] = [
		[-270, 92],
		[0, 100],
		[270, 92],
	];
	const near: Point[] = [
		[-270, -92],
		[0, -100],
		[270, -92],
	];
	return (
		group("translate(404 372)rotate(-14)", standing(0, 0, 380, 120)) +
		far.map(caster).join("") +
		near.map(caster).join("") +
		board() +
		pad(62, 302, 92, "url(#rubber)", "url(#faceDark)") +
		pad(-170, 50, 92, "url(#rubber)", "url(#faceDark)") +
		pad(-310, -184, 74, "url(#orange)", "url(#faceOrange)") +
		stitching()
	);
}
