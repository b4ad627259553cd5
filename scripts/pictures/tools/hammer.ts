import { bevel, cover, lying, turned } from "../parts.ts";
import { ellipse, group, line, path } from "../svg.ts";

function head(): string {
	const peen = turned(
		[
			[62, 34],
			[86, 26],
		],
		"url(#satin)",
		0.1,
	);
	const ball =
		path("M84-24C92-38 132-40 140 0C132 40 92 38 84 24Z", "url(#satin)") +
		ellipse(108, -15, 16, 7, "#fff", { opacity: 0.75 });
	const cheek = "M-58-40C-30-44 36-44 64-38V38C36 44-30 44-58 40Z";
	return (
		peen +
		ball +
		turned(
			[
				[-84, 35],
				[-56, 35],
			],
			"url(#satin)",
			0.12,
		) +
		turned(
			[
				[-138, 42],
				[-132, 47],
				[-92, 47],
				[-82, 36],
			],
			"url(#chrome)",
			0.12,
		) +
		bevel(cheek, "url(#satin)", "url(#edge)", 8) +
		path("M-138-42Q-148 0-138 42Q-130 0-138-42Z", "#f7f9fb") +
		bevel("M-22-30H22Q26 0 22 30H-22Q-26 0-22-30Z", "url(#faceDark)", "url(#edgeDark)", 5)
	);
}

function handle(): string {
	const grip =
		"M236-25C256-31 300-33 350-31C400-30 430-37 462-37C490-37 490 37 462 37C430 37 400 30 350 31C300 33 256 31 236 25Z";
	const slots = [270, 296, 322, 348, 374, 400, 426].map((y) => `M-13 ${y}L13 ${y - 8}`).join("");
	return (
		group(
			"rotate(90)",
			path("M30-19H150C190-21 210-24 240-24V24C210 24 190 21 150 19H30Z", "url(#oxide)"),
		) +
		group(
			"rotate(90)",
			turned(
				[
					[226, 24],
					[240, 26],
				],
				"url(#rubber)",
				0.1,
			),
			cover([226, 24], [240, 26], "url(#ribs)", 0.1),
		) +
		group("rotate(90)", bevel(grip, "url(#orange)", "url(#edgeOrange)", 6)) +
		line(slots, "#15191e", 9) +
		line(slots, "#56626e", 1.5, { transform: "translate(0 4)" })
	);
}

/** Ball-peen hammer, the face to the upper left, the grip to the lower right. */
export function hammer(x = 262, y = 196, turn = -56, size = 1.12): string {
	return lying(x, y, turn, size, handle(), head());
}
