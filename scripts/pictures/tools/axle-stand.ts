import { bevel, standing, turned } from "../parts.ts";
import { group, type Point, path, polygon, steps } from "../svg.ts";
import { type Camera, camera } from "../view.ts";

const foot = 128;
const head = 36;
const height = 250;

function side(see: Camera, turn: number, front: boolean): string {
	const at = (along: number, z: number): Point => {
		const out = foot + ((head - foot) * z) / height;
		const [x, y] = [along * out, -out];
		const a = (turn * Math.PI) / 180;
		return see(x * Math.cos(a) - y * Math.sin(a), x * Math.sin(a) + y * Math.cos(a), z);
	};
	const outline = polygon([
		at(-1, 0),
		at(-1, height),
		at(1, height),
		at(1, 0),
		at(0.72, 0),
		at(0.36, 172),
		at(-0.36, 172),
		at(-0.72, 0),
	]);
	const ridge = `M${at(-0.86, 12).join(" ")}L${at(-0.6, 200).join(" ")}M${at(0.86, 12).join(" ")}L${at(0.6, 200).join(" ")}`;
	if (!front) return path(outline, "#c94c08");
	const shade = path(ridge, "none", {
		stroke: "#a03c05",
		"stroke-width": 3,
		"stroke-opacity": 0.5,
	});
	const dark = turn === 0 ? "" : path(outline, "#15191e", { opacity: 0.22 });
	return bevel(outline, "url(#faceOrange)", "url(#edgeOrange)", 5) + dark + shade;
}

function post(see: Camera): string {
	const [x, low] = see(0, 0, height);
	const [, high] = see(0, 0, height + 130);
	const notches = steps(high + 20, low - 8, 19).map(
		(y) => `M${x + 30} ${y - 8}V${y + 9}L${x + 12} ${y + 4}Z`,
	);
	return (
		group(
			`translate(${Math.round(x)} ${Math.round(low)})rotate(-90)`,
			turned(
				[
					[-30, 26],
					[low - high + 4, 26],
				],
				"url(#chrome)",
				0.3,
			),
		) + path(notches.join(""), "#2a323a")
	);
}

function saddle(see: Camera): string {
	const [x, y] = see(0, 0, height + 134);
	const back = "M-48-38L-40-48C-28-26 32-26 46-52L64-40L46-40C34-6-34-4-48-38Z";
	const cup = "M-66-32L-46-38C-34-8 34-10 46-42L66-38C64-6 44 16 26 22H-26C-46 18-64 0-66-32Z";
	return group(
		`translate(${Math.round(x)} ${Math.round(y)})`,
		path(back, "#0e1114"),
		bevel(cup, "url(#faceDark)", "url(#edgeDark)", 6),
	);
}

function stand(see: Camera): string {
	const [x, y] = see(0, -head, height);
	const collar = bevel(
		`M${x - 58} ${y - 34}L${x + 50} ${y - 38}V${y + 12}L${x - 52} ${y + 16}Z`,
		"url(#faceDark)",
		"url(#edgeDark)",
		5,
	);
	const lever = bevel(
		`M${x + 20} ${y - 26}L${x + 112} ${y + 24}Q${x + 124} ${y + 34} ${x + 112} ${y + 42}Q${x + 102} ${y + 46} ${x + 94} ${y + 38}L${x + 12} ${y + 2}Z`,
		"url(#face)",
		"url(#edge)",
		5,
	);
	return (
		side(see, 180, false) +
		side(see, 90, false) +
		side(see, 270, true) +
		side(see, 0, true) +
		post(see) +
		collar +
		lever +
		saddle(see)
	);
}

/** Two ratchet axle stands, one behind the other. */
export function axleStand(): string {
	const near = camera(32, 22, 1, 292, 478);
	const far = camera(32, 22, 0.86, 554, 412);
	return standing(562, 408, 190, 58) + stand(far) + standing(300, 476, 220, 68) + stand(near);
}
