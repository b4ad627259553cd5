import { bevel, brightFlats, cover, hexagon, lying, thread, turned } from "../parts.ts";
import { circle, element, group, line } from "../svg.ts";

function claw(): string {
	const shape =
		"M-34-30H34C64-30 96-24 112 4C122 22 124 52 112 74Q104 86 92 80Q82 74 88 58C92 38 84 26 66 24C50 22 44 34 34 36H-34C-44 34-50 22-66 24C-84 26-92 38-88 58Q-82 74-92 80Q-104 86-112 74C-124 52-122 22-112 4C-96-24-64-30-34-30Z";
	const pins =
		circle(-74, 2, 7, "url(#edgeDark)") +
		circle(74, 2, 7, "url(#edgeDark)") +
		circle(-75, 1, 4.5, "#eef2f5") +
		circle(73, 1, 4.5, "#eef2f5");
	return (
		bevel(shape, "url(#faceOrange)", "url(#edgeOrange)", 8) +
		line("M-58-14C-84-12-98 0-102 22M58-14C84-12 98 0 102 22", "#ffc39f", 3, { opacity: 0.7 }) +
		pins
	);
}

function compressor(): string {
	const nut = group(
		"rotate(90)scale(1-1)",
		turned(
			[
				[-44, 30],
				[46, 30],
			],
			"url(#oxide)",
			0.12,
		),
		cover([-30, 30], [34, 30], "url(#ribs)", 0.1),
	);
	return (
		group(
			"rotate(90)scale(1-1)",
			thread(-236, 226, 17, 11),
			hexagon(222, 272, 31, brightFlats),
			turned(
				[
					[210, 36],
					[224, 36],
				],
				"url(#satin)",
				0.12,
			),
			hexagon(-244, -222, 25, brightFlats),
		) +
		group("translate(0 -150)", claw(), nut) +
		group("translate(0 130)scale(1-1)", claw(), nut)
	);
}

/** A pair of coil spring compressors with double claws and safety pins. */
export function springCompressor(): string {
	const second = element("use", { href: "#compressor", transform: "translate(290 -4)rotate(7)" });
	return lying(268, 288, 4, 0.94, element("g", { id: "compressor" }, compressor()), second);
}
