import { corners, element, ellipse, group, line, path, polygon, rect, steps, tidy } from "./svg.ts";

export type Station = readonly [x: number, radius: number];

function barrel([x0, r0]: Station, [x1, r1]: Station, tilt: number): string {
	const far = `A${tilt * r0} ${r0} 0 0 1 ${x0} ${-r0}`;
	return `M${x0} ${-r0}L${x1} ${-r1}A${tilt * r1} ${r1} 0 0 1 ${x1} ${r1}L${x0} ${r0}${far}Z`;
}

/**
 * A turned part lying along x, its right end towards the viewer: one band for each pair of stations,
 * and a face where the radius steps down and at the end. `tilt` is the roundness of the faces, 0 to 1.
 */
export function turned(
	stations: readonly Station[],
	paint: string,
	tilt = 0.2,
	face = paint,
): string {
	return stations
		.map((from, index) => {
			const to = stations[index + 1];
			if (!to) return ellipse(from[0], 0, tilt * from[1], from[1], face);
			const isStep = to[0] === from[0];
			if (isStep) return to[1] < from[1] ? ellipse(from[0], 0, tilt * from[1], from[1], face) : "";
			return path(barrel(from, to, tilt), paint);
		})
		.join("");
}

/** A band of a turned part covered with a pattern, such as knurling. */
export function cover(from: Station, to: Station, pattern: string, tilt = 0.2): string {
	return path(barrel(from, to, tilt), pattern);
}

/** A screw thread along x between two ends, with its crests in the outline. */
export function thread(
	x0: number,
	x1: number,
	radius: number,
	pitch = 8,
	paint = "url(#chrome)",
): string {
	const turns = steps(x0, x1 - pitch, pitch);
	const crest = radius * 0.14 + 1;
	const top = turns
		.map((x) => `L${x + pitch / 2} ${-radius}L${x + pitch} ${crest - radius}`)
		.join("");
	const low = turns
		.toReversed()
		.map((x) => `L${x + pitch} ${radius - crest}L${x + pitch / 2} ${radius}`)
		.join("");
	const outline = `M${x0} ${crest - radius}${top}${low}L${x0} ${radius - crest}Z`;
	const grooves = turns
		.map((x) => `M${x + pitch} ${crest - radius}L${x + pitch * 0.6} ${radius - crest}`)
		.join("");
	return (
		path(outline, paint) +
		line(grooves, "#15191e", pitch * 0.3, { "stroke-opacity": 0.5, "stroke-linecap": "butt" })
	);
}

/** A hexagonal bar or nut lying along x, seen on an edge: a light, a middle and a dark flat. */
export function hexagon(
	x0: number,
	x1: number,
	radius: number,
	tones: readonly [string, string, string],
): string {
	const length = x1 - x0;
	const half = radius / 2;
	const bevel = Math.min(length * 0.16, radius * 0.2);
	const shape = `M${x0} ${-half}q0 ${-half} ${bevel} ${-half}H${x1 - bevel}q${bevel} 0 ${bevel} ${half}V${half}q0 ${half} ${-bevel} ${half}H${x0 + bevel}q${-bevel} 0 ${-bevel} ${-half}Z`;
	const middle = `M${x0} ${-half}q${bevel} -2 ${bevel * 1.5} -2H${x1 - bevel * 1.5}q${bevel * 0.5} 0 ${bevel * 1.5} 2V${half}H${x0}Z`;
	const low = `M${x0} ${half}H${x1}q0 ${half} ${-bevel} ${half}H${x0 + bevel}q${-bevel} 0 ${-bevel} ${-half}Z`;
	return path(shape, tones[0]) + path(middle, tones[1]) + path(low, tones[2]);
}

/** The three visible flats of a bright hexagon. */
export const brightFlats = ["#f4f7f9", "#b4bec8", "#6d7985"] as const;

/** A flat forged shape with a chamfer: light along its upper edges, dark along its lower ones. */
export function bevel(d: string, face: string, edge: string, width = 8): string {
	const data = tidy(d);
	const id = `b${[...data].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1679616, 7).toString(36)}`;
	const shape = path(data, face, { "fill-rule": "evenodd" });
	const clip = element("clipPath", { id }, path(data, "#000", { "clip-rule": "evenodd" }));
	return (
		clip +
		shape +
		path(data, "none", { stroke: edge, "stroke-width": width, "clip-path": `url(#${id})` })
	);
}

/** Edge, body and light of a round bar. */
type Tones = readonly [edge: string, body: string, light: string];
export const brightRod: Tones = ["#5d6974", "#aeb8c2", "#f7f9fb"];
export const darkRod: Tones = ["#0e1114", "#2f3841", "#6d7985"];
export const orangeRod: Tones = ["#b8430a", "#ff6b1a", "#ffb184"];

/** A bent round bar, cable or spring: the path stroked three times, its light shifted to the upper left. */
export function rod(d: string, width: number, [edge, body, light]: Tones, cap = "round"): string {
	const more = { "stroke-linejoin": "round", "stroke-linecap": cap };
	const shift = width * 0.1;
	const inner = line(d, body, width * 0.72, more);
	const shine = line(d, light, width * 0.2, more);
	return (
		line(d, edge, width, more) +
		group(`translate(${-shift} ${-shift})`, inner) +
		group(`translate(${tidy(String(-shift * 1.9))} ${tidy(String(-shift * 1.9))})`, shine)
	);
}

/** The soft shadow of a thing that stands: a wide ellipse, and a tight one where it touches. */
export function standing(cx: number, cy: number, rx: number, ry: number): string {
	return (
		ellipse(cx, cy, rx, ry, "url(#ground)") +
		ellipse(cx, cy - ry * 0.1, rx * 0.82, ry * 0.5, "url(#ground)")
	);
}

/** What lies on the table: moved, turned (degrees) and scaled, with the shadow of its outline. */
export function lying(
	x: number,
	y: number,
	turn: number,
	scale: number,
	...children: string[]
): string {
	const transform = `translate(${x} ${y})rotate(${turn})${scale === 1 ? "" : `scale(${scale})`}`;
	return element("g", { filter: "url(#shadow)" }, group(transform, ...children));
}

/** A square socket drive seen from its end: four chamfers, the flat end and the detent ball. */
export function drive(cx: number, cy: number, side: number): string {
	const [a, b] = [side / 2, side / 3.2];
	const facet = (turn: number, tone: string): string =>
		path(`M${-a} ${-a}H${a}L${b} ${-b}H${-b}Z`, tone, { transform: `rotate(${turn})` });
	return group(
		`translate(${cx} ${cy})`,
		rect(-a + 3, -a + 5, side, side, "#15191e", 3, { opacity: 0.35 }),
		facet(0, "#fff"),
		facet(90, "#8a96a3"),
		facet(180, "#56626e"),
		facet(270, "#dfe5ea"),
		rect(-b, -b, 2 * b, 2 * b, "url(#face)"),
		ellipse(0, a * 0.8, a * 0.2, a * 0.16, "#f7f9fb"),
	);
}

/** A hexagonal or twelve-point opening, dark inside, squeezed across x by `tilt`. */
export function opening(
	cx: number,
	radius: number,
	tilt: number,
	points: 6 | 12,
	turn = 0,
): string {
	const shape = corners(points, radius, turn, points === 12 ? radius * 0.87 : radius);
	return path(polygon(shape.map(([x, y]) => [cx + x * tilt, y])), "url(#hollow)");
}

/** A plain label plate. */
export function plate(x: number, y: number, width: number, height: number): string {
	return (
		rect(x, y, width, height, "#eef1f4", 3) +
		rect(x + 8, y + height * 0.3, width * 0.5, height * 0.16, "#3c4753") +
		rect(x + 8, y + height * 0.58, width * 0.32, height * 0.12, "#8a96a3")
	);
}
