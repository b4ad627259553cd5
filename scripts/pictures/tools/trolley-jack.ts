import { bevel, cover, standing, turned } from "../parts.ts";
import { onEdge, slab } from "../slab.ts";
import { circle, corners, group, type Point, path } from "../svg.ts";
import { camera, onPlane } from "../view.ts";

const see = camera(20, 20, 1.12, 142, 500);
const edge = onEdge(see);

function wheel(x: number, radius: number, near: number, width: number, side: string): string {
	const rim = corners(28, radius, 0, radius, x, radius);
	const hub = onPlane(see, [x, near, radius], [1, 0, 0], [0, 0, -1]);
	const spokes =
		circle(0, 0, radius * 0.62, "url(#faceDark)") + circle(0, 0, radius * 0.3, "url(#face)");
	return slab(edge, rim, near + width, near, side, "url(#face)") + group(hub, spokes);
}

/** The long side drawn in x and z on the plane at the depth y. */
function sidePlate(y: number): string {
	const outline =
		"M14-44Q14-66 40-66H150L262-84L372-134Q380-138 392-138H470Q486-138 486-122V-52Q486-36 470-36H330L250-24H36Q14-24 14-44Z";
	const slot = "M90-46H214Q222-46 222-40T214-34H90Q82-34 82-40T90-46Z";
	const bolts = [
		[60, -45],
		[430, -106],
		[430, -64],
		[300, -62],
	].map(
		([cx = 0, cy = 0]) => circle(cx, cy, 11, "url(#edgeDark)") + circle(cx, cy, 8, "url(#face)"),
	);
	return group(
		onPlane(see, [0, y, 0], [1, 0, 0], [0, 0, -1]),
		bevel(outline, "url(#orange)", "url(#edgeOrange)", 7),
		path(slot, "#15191e", { opacity: 0.75 }),
		...bolts,
	);
}

function arm(y: number): string {
	const sides: Point[] = [
		[92, 150],
		[112, 172],
		[410, 122],
		[420, 84],
		[390, 78],
		[100, 134],
	];
	return slab(edge, sides, y + 26, y, "url(#oxide)", "url(#faceDark)");
}

function saddle(): string {
	const [x, y] = see(104, 95, 160);
	return group(
		`translate(${x.toFixed(1)} ${y.toFixed(1)})rotate(-90)`,
		turned(
			[
				[-16, 22],
				[10, 22],
			],
			"url(#chrome)",
			0.34,
		),
		turned(
			[
				[8, 40],
				[20, 56],
				[36, 56],
			],
			"url(#oxide)",
			0.34,
			"url(#faceDark)",
		),
		turned(
			[
				[36, 46],
				[44, 46],
			],
			"url(#orange)",
			0.34,
			"url(#faceOrange)",
		),
	);
}

function handle(): string {
	const [x, y] = see(440, 95, 120);
	return group(
		`translate(${x.toFixed(1)} ${y.toFixed(1)})rotate(-62)`,
		turned(
			[
				[-30, 26],
				[70, 26],
			],
			"url(#oxide)",
			0.25,
		),
		turned(
			[
				[60, 15],
				[136, 15],
			],
			"url(#chrome)",
			0.25,
		),
		turned(
			[
				[130, 20],
				[250, 20],
			],
			"url(#rubber)",
			0.25,
		),
		cover([140, 20], [238, 20], "url(#ribs)", 0.25),
		turned(
			[
				[244, 21],
				[266, 21],
			],
			"url(#orange)",
			0.3,
			"url(#faceOrange)",
		),
	);
}

/** Low-profile trolley jack from its front corner, arm a little raised, handle to the upper right. */
export function trolleyJack(): string {
	const pump: Point[] = [
		[250, 60],
		[250, 104],
		[440, 118],
		[440, 50],
	];
	return (
		group("translate(390 442)rotate(-7)", standing(0, 0, 360, 74)) +
		wheel(48, 36, 176, 26, "url(#oxide)") +
		wheel(450, 30, 176, 26, "url(#oxide)") +
		sidePlate(176) +
		slab(edge, pump, 140, 50, "url(#rubber)", "url(#faceDark)") +
		handle() +
		arm(116) +
		arm(52) +
		saddle() +
		sidePlate(14) +
		wheel(48, 36, -16, 28, "url(#oxide)") +
		wheel(450, 30, -16, 28, "url(#oxide)")
	);
}
