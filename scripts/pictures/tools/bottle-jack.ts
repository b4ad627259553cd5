import { bevel, cover, plate, standing, thread, turned } from "../parts.ts";
import { slab } from "../slab.ts";
import { circle, group, path } from "../svg.ts";
import { camera, roundedOutline } from "../view.ts";

const see = camera(18, 24, 1, 378, 486);
const tilt = 0.36;

function upright(x: number, y: number, ...parts: string[]): string {
	return group(`translate(${x} ${y})rotate(-90)`, ...parts);
}

function column(): string {
	return upright(
		378,
		462,
		turned(
			[
				[0, 108],
				[14, 108],
				[22, 96],
			],
			"url(#oxide)",
			tilt,
		),
		turned(
			[
				[22, 92],
				[216, 92],
			],
			"url(#orange)",
			tilt,
			"url(#faceOrange)",
		),
		turned(
			[
				[214, 88],
				[226, 94],
				[250, 94],
				[258, 84],
			],
			"url(#oxide)",
			tilt,
			"url(#faceDark)",
		),
		turned(
			[
				[256, 48],
				[290, 48],
			],
			"url(#chrome)",
			tilt,
			"url(#face)",
		),
		thread(286, 340, 30, 9),
		turned(
			[
				[336, 34],
				[342, 44],
				[366, 44],
			],
			"url(#oxide)",
			tilt,
			"url(#faceDark)",
		),
	);
}

function pump(): string {
	return (
		upright(
			512,
			480,
			turned(
				[
					[0, 36],
					[92, 36],
					[100, 30],
				],
				"url(#oxide)",
				tilt,
				"url(#faceDark)",
			),
			turned(
				[
					[98, 13],
					[150, 13],
				],
				"url(#chrome)",
				tilt,
			),
		) +
		group(
			"translate(512 330)rotate(-26)",
			bevel("M-92-15L10-18V18L-92 15Z", "url(#faceDark)", "url(#edgeDark)", 5),
			turned(
				[
					[0, 24],
					[96, 24],
				],
				"url(#oxide)",
				0.34,
				"url(#face)",
			),
			circle(-4, 0, 8, "url(#face)"),
		) +
		group(
			"translate(610 282)rotate(-26)",
			turned(
				[
					[-10, 15],
					[128, 15],
				],
				"url(#chrome)",
				0.34,
			),
			turned(
				[
					[40, 19],
					[132, 19],
				],
				"url(#orange)",
				0.34,
				"url(#faceOrange)",
			),
			cover([52, 19], [118, 19], "url(#knurl)", 0.3),
		)
	);
}

/** Hydraulic bottle jack with its pump, lever socket and screw-out saddle. */
export function bottleJack(): string {
	const base = roundedOutline(-150, -112, 196, 112, 22);
	return group(
		"translate(-68 -30)scale(1.08)",
		standing(404, 494, 280, 74),
		slab(see, base, 0, 26, "url(#rubber)", "url(#faceDark)"),
		column(),
		group(
			"translate(318 318)scale(1.12)",
			path("M-18-36Q28-26 84-36V36Q28 46-18 36Z", "#15191e"),
			plate(-4, -20, 72, 44),
		),
		pump(),
		group(
			"translate(452 506)",
			circle(0, 0, 15, "url(#edgeDark)"),
			circle(0, 0, 12, "url(#face)"),
			path("M-2-10h4v20h-4z", "#15191e"),
		),
	);
}
