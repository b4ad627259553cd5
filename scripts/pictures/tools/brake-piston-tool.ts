import { bevel, brightFlats, cover, hexagon, lying, thread, turned } from "../parts.ts";
import { circle, ellipse, group, path } from "../svg.ts";

function pinned(radius: number): string {
	const reach = radius * 0.55;
	const pin = (x: number, y: number): string =>
		circle(x + 2, y + 3, radius * 0.15, "#15191e", { opacity: 0.5 }) +
		circle(x, y, radius * 0.15, "url(#edge)") +
		circle(x - 1, y - 1, radius * 0.1, "#eef2f5");
	return (
		circle(0, 0, radius, "url(#edge)") +
		circle(0, 0, radius - 4, "url(#face)") +
		circle(0, 0, radius * 0.8, "none", { stroke: "#8a96a3", "stroke-width": 1.5 }) +
		path(
			`M${-radius * 0.22} ${-radius * 0.22}h${radius * 0.44}v${radius * 0.44}h${-radius * 0.44}z`,
			"url(#hollow)",
		) +
		pin(reach, -reach * 0.3) +
		pin(-reach, reach * 0.3)
	);
}

function press(): string {
	const plate = "M-24-132Q-24-146-8-146H16Q32-146 32-132V120Q32 138 16 138H-8Q-24 138-24 120Z";
	return (
		group(
			"translate(-286 0)rotate(90)",
			turned(
				[
					[-104, 11],
					[104, 11],
				],
				"url(#chrome)",
				0.3,
			),
			turned(
				[
					[-112, 15],
					[-92, 15],
				],
				"url(#oxide)",
				0.3,
			),
			turned(
				[
					[92, 15],
					[112, 15],
				],
				"url(#oxide)",
				0.3,
				"url(#faceDark)",
			),
		) +
		turned(
			[
				[-312, 24],
				[-262, 24],
			],
			"url(#orange)",
			0.22,
			"url(#faceOrange)",
		) +
		turned(
			[
				[-266, 20],
				[-236, 20],
			],
			"url(#oxide)",
			0.22,
		) +
		thread(-238, 40, 21, 12) +
		hexagon(-56, -16, 38, brightFlats) +
		group(
			"translate(34 0)",
			bevel(plate, "url(#faceDark)", "url(#edgeDark)", 8),
			ellipse(8, 0, 14, 42, "#0c0f12"),
		) +
		turned(
			[
				[40, 34],
				[96, 34],
			],
			"url(#satin)",
			0.3,
			"url(#face)",
		) +
		cover([52, 34], [86, 34], "url(#knurl)", 0.3) +
		turned(
			[
				[96, 76],
				[130, 76],
			],
			"url(#chrome)",
			0.36,
			"url(#face)",
		) +
		group(
			"translate(130 0)scale(.36 1)",
			ellipse(0, 0, 62, 62, "none", { stroke: "#8a96a3", "stroke-width": 2 }),
		)
	);
}

/** Brake piston wind-back tool with its reaction plate, and three more adaptors. */
export function brakePistonTool(): string {
	const pin = (y: number): string =>
		group(
			`translate(0 ${y})`,
			turned(
				[
					[134, 9],
					[160, 9],
				],
				"url(#chrome)",
				0.4,
				"url(#face)",
			),
		);
	return (
		lying(432, 236, -20, 1, press(), pin(-40), pin(40)) +
		lying(412, 476, 0, 1, pinned(64)) +
		lying(552, 440, 30, 1, pinned(56)) +
		lying(674, 400, 64, 1, pinned(48))
	);
}
