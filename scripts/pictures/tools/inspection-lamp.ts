import { bevel, brightRod, cover, lying, rod, turned } from "../parts.ts";
import { circle, ellipse, group, line, path, rect, steps } from "../svg.ts";

function panel(): string {
	const rows = [-15, 15].flatMap((y) =>
		steps(-318, -66, 28).map((x) => rect(x, y - 7, 16, 14, "#ffe9a8", 3)),
	);
	return (
		bevel(
			"M-356-24Q-356-44-336-44H-18Q2-44 2-26V26Q2 44-18 44H-336Q-356 44-356 24Z",
			"url(#faceDark)",
			"url(#edgeDark)",
			8,
		) +
		rect(-340, -31, 320, 62, "#fffdf4", 12) +
		rows.join("") +
		rect(-340, -31, 320, 24, "#fff", 12, { opacity: 0.5 })
	);
}

function hinge(): string {
	return (
		turned(
			[
				[-2, 26],
				[30, 26],
			],
			"url(#satin)",
			0.1,
		) +
		rect(2, -50, 26, 100, "url(#rubber)", 8) +
		circle(15, 0, 17, "url(#edgeDark)") +
		circle(15, 0, 14, "url(#face)") +
		line("M6 0h18", "#56626e", 4)
	);
}

function grip(): string {
	const body =
		"M26-38C60-46 130-34 190-38C230-40 270-46 292-40Q304-36 304-24V24Q304 36 292 40C270 46 230 40 190 38C130 34 60 46 26 38Z";
	const inlay = "M96-20C150-16 200-18 250-22Q262-22 262 0T250 22C200 18 150 16 96 20Q84 0 96-20Z";
	return (
		bevel(body, "url(#orange)", "url(#edgeOrange)", 6) +
		bevel(inlay, "url(#rubber)", "url(#edgeDark)", 4) +
		line(
			steps(128, 232, 17)
				.map((x) => `M${x} -9v18`)
				.join(""),
			"#0c0f12",
			6,
		) +
		rect(48, -14, 28, 28, "#15191e", 14) +
		path("M62-8v8M56-5a8 8 0 1 0 12 0", "none", {
			stroke: "#8fe0b0",
			"stroke-width": 2.5,
			"stroke-linecap": "round",
		})
	);
}

function foot(): string {
	return (
		turned(
			[
				[298, 40],
				[306, 44],
				[330, 44],
				[336, 40],
			],
			"url(#oxide)",
			0.24,
			"url(#face)",
		) +
		cover([308, 44], [312, 44], "#8a96a3", 0.24) +
		rod("M346-2C392-2 402 48 370 56C354 60 346 46 352 38", 9, brightRod)
	);
}

/** Cordless inspection lamp, its light bar switched on, magnetic foot and hook. */
export function inspectionLamp(x = 404, y = 300, turn = -32, size = 0.98): string {
	const glow = group(
		`translate(${x} ${y})rotate(${turn})`,
		ellipse(-180, 0, 290, 190, "url(#glow)"),
	);
	return glow + lying(x, y, turn, size, panel(), foot(), hinge(), grip());
}
