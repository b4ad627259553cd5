import { graphite } from "../paints.ts";
import { bevel, cover, lying, turned } from "../parts.ts";
import { circle, group, line, path, rect } from "../svg.ts";

function head(): string {
	const outline =
		"M-330 0C-330-46-296-72-256-72C-212-72-186-46-150-27L-118-20V20L-150 27C-186 46-212 72-256 72C-296 72-330 46-330 0Z";
	return (
		bevel(outline, "url(#satin)", "url(#edge)", 11) +
		circle(-258, 0, 52, "url(#edgeDark)") +
		circle(-258, 0, 49, "url(#face)") +
		circle(-258, 0, 40, "url(#satin)", { stroke: "#75818d", "stroke-width": 1.5 })
	);
}

function lever(): string {
	const thumb = "M-26-15C-8-20 22-14 50-11Q58 0 50 11C22 14-8 20-26 15Q-34 0-26-15Z";
	const arc = "M-30-33A45 45 0 0 1 0-44M-38-29l5-9 6 7";
	return (
		group("translate(-258 0)", line(arc, graphite, 3)) +
		group("translate(-258 0)scale(1-1)", line(arc, graphite, 3)) +
		group(
			"translate(-258 0)rotate(14)",
			circle(0, 0, 27, "url(#oxide)"),
			bevel(thumb, "url(#faceDark)", "url(#edgeDark)", 5),
			line("M30-6v12M37-6v12M44-5v10", "#8a96a3", 2.5),
		)
	);
}

function grip(): string {
	const shape =
		"M76-22C96-30 118-34 150-32C196-29 226-36 262-38C300-40 330-30 334 0C330 30 300 40 262 38C226 36 196 29 150 32C118 34 96 30 76 22Z";
	const inlay =
		"M112-18C150-24 220-18 268-22C296-24 304-12 304 0C304 12 296 24 268 22C220 18 150 24 112 18Q104 0 112-18Z";
	const ribs = [130, 148, 166, 184, 202, 220, 238]
		.map((x) => rect(x, -15, 8, 30, "#0e1114", 4))
		.join("");
	return (
		bevel(shape, "url(#orange)", "url(#edgeOrange)", 5) +
		bevel(inlay, "url(#rubber)", "url(#edgeDark)", 4) +
		ribs +
		path("M100-27C140-33 220-32 290-31", "none", {
			stroke: "#fff",
			"stroke-opacity": 0.5,
			"stroke-width": 3,
			"stroke-linecap": "round",
		})
	);
}

/** Reversible ratchet seen from above: reversing lever, slim chrome shaft, two-part grip. */
export function ratchet(x = 400, y = 308, turn = -32, size = 1.02): string {
	return lying(
		x,
		y,
		turn,
		size,
		turned(
			[
				[-130, 19],
				[40, 16],
				[84, 19],
			],
			"url(#chrome)",
			0.1,
		),
		turned(
			[
				[50, 21],
				[58, 23],
				[80, 23],
			],
			"url(#satin)",
			0.1,
		),
		cover([58, 23], [78, 23], "url(#ribs)", 0.1),
		head(),
		lever(),
		grip(),
	);
}
