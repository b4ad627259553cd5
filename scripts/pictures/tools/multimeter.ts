import { graphite, orange } from "../paints.ts";
import { bevel, darkRod, orangeRod, rod, turned } from "../parts.ts";
import { slab } from "../slab.ts";
import { circle, corners, element, group, line, path, rect } from "../svg.ts";
import { camera, onPlane, roundedOutline } from "../view.ts";
import { digits } from "./digits.ts";

const see = camera(14, 62, 1, 330, 300);

function screen(): string {
	return (
		rect(-82, -186, 164, 92, graphite, 10) +
		rect(-72, -177, 144, 74, "url(#glass)", 4) +
		digits("12.64", -64, -160, 16, 40, "#1b2026") +
		path("M56-166h6v14h-6zM46-128h20v4h-20zM46-119h8v3h-8zM58-119h8v3h-8z", "#1b2026")
	);
}

function dial(): string {
	const ticks = corners(20, 62).map(
		([x, y], index) =>
			`M${x} ${y + 14}L${x * 1.12} ${y * 1.12 + 14}${index % 5 ? "" : `L${x * 1.2} ${y * 1.2 + 14}`}`,
	);
	return (
		line(ticks.join(""), "#c9d1d9", 3) +
		circle(0, 14, 54, "#0c0f12") +
		circle(0, 12, 51, "url(#rubber)") +
		circle(0, 12, 42, "url(#faceDark)") +
		group(
			"translate(0 12)rotate(-36)",
			bevel("M-10-44Q0-50 10-44L13 36Q0 46-13 36Z", "url(#rubber)", "url(#edgeDark)", 5),
			line("M0-40V-16", orange, 5),
		)
	);
}

function face(): string {
	const keys = [-58, -19, 20, 59].map((x) => rect(x - 16, -82, 31, 17, "#56626e", 6)).join("");
	const jack = (x: number, colour: string): string =>
		circle(x, 152, 17, colour) + circle(x, 152, 10, "#0c0f12");
	return (
		screen() +
		keys +
		dial() +
		jack(-60, "#8a96a3") +
		jack(0, "#0c0f12") +
		jack(60, orange) +
		rect(-82, 112, 164, 2, "#56626e")
	);
}

function probe(colour: string, turn: number, x: number, y: number): string {
	const nose = turned(
		[
			[-150, 2],
			[-146, 4],
			[-96, 4],
		],
		"url(#chrome)",
		0.1,
	);
	const collar = turned(
		[
			[-98, 9],
			[-92, 17],
			[-84, 17],
			[-80, 11],
		],
		colour,
		0.2,
	);
	return group(
		`translate(${x} ${y})rotate(${turn})`,
		nose,
		turned(
			[
				[-80, 11],
				[40, 13],
				[52, 9],
			],
			colour,
			0.2,
		),
		collar,
		turned(
			[
				[48, 8],
				[84, 6],
			],
			"url(#rubber)",
			0.2,
		),
	);
}

/** Digital multimeter in its holster, reading a battery, with its two test leads. */
export function multimeter(): string {
	const holster = roundedOutline(-116, -214, 116, 214, 40);
	const body = roundedOutline(-98, -202, 98, 196, 26);
	const com = see(0, -152, 56).map(Math.round).join(" ");
	const volt = see(60, -152, 56).map(Math.round).join(" ");
	const leads =
		rod(`M${com}C430 590 640 590 690 500C720 446 706 380 706 326`, 10, darkRod) +
		rod(`M${volt}c20 110 170 110 206 30C650 410 618 330 618 262`, 10, orangeRod) +
		rod(`M${com}l4 18`, 22, darkRod) +
		rod(`M${volt}l4 18`, 22, orangeRod);
	return element(
		"g",
		{ filter: "url(#shadow)" },
		slab(see, holster, 0, 44, "url(#orange)", "url(#faceOrange)"),
		slab(see, body, 44, 56, "url(#rubber)", "url(#faceDark)"),
		group(onPlane(see, [0, 0, 56], [1, 0, 0], [0, -1, 0]), face()),
		leads,
		probe("url(#orange)", 97, 624, 176),
		probe("url(#oxide)", 90, 706, 240),
	);
}
