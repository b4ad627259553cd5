import { graphite, orange } from "../paints.ts";
import { bevel, cover, drive, lying, turned } from "../parts.ts";
import { circle, line, path, rect, steps } from "../svg.ts";

function head(): string {
	const outline =
		"M-340 0A60 60 0 0 1 -280-60C-236-60-226-26-188-23H-146V23H-188C-226 26-236 60-280 60A60 60 0 0 1 -340 0Z";
	return (
		bevel(outline, "url(#satin)", "url(#edge)", 9) +
		circle(-280, 0, 45, "url(#edgeDark)") +
		circle(-280, 0, 42, "url(#face)") +
		circle(-280, 0, 34, "none", { stroke: "#5d6974", "stroke-width": 1.5 }) +
		drive(-280, 0, 40) +
		circle(-170, 0, 9, "url(#edgeDark)") +
		circle(-170, 0, 6.5, "url(#face)")
	);
}

function scale(): string {
	const ticks = steps(84, 168, 6);
	const long = ticks.filter((_, index) => index % 3 === 0);
	return (
		rect(74, -14, 104, 28, "#f7f9fb", 4) +
		line(ticks.map((x) => `M${x} 12v-8`).join(""), graphite, 1.4) +
		line(long.map((x) => `M${x} 12v-17`).join(""), graphite, 1.8) +
		path("M127-14h11l-5.5 11z", orange)
	);
}

/** Click torque wrench: drive square up, scale window, knurled setting grip. */
export function torqueWrench(x = 400, y = 302, turn = -24, size = 1.06): string {
	return lying(
		x,
		y,
		turn,
		size,
		turned(
			[
				[-156, 20],
				[54, 20],
			],
			"url(#chrome)",
			0.12,
		),
		head(),
		turned(
			[
				[46, 26],
				[66, 26],
			],
			"url(#oxide)",
			0.12,
		),
		turned(
			[
				[66, 25],
				[186, 25],
			],
			"url(#satin)",
			0.12,
		),
		scale(),
		turned(
			[
				[184, 29],
				[196, 34],
				[318, 34],
				[330, 29],
			],
			"url(#orange)",
			0.16,
		),
		cover([206, 34], [282, 34], "url(#knurl)", 0.12),
		turned(
			[
				[292, 34.5],
				[304, 34.5],
			],
			"url(#rubber)",
			0.14,
		),
		turned(
			[
				[330, 27],
				[350, 27],
				[357, 20],
			],
			"url(#oxide)",
			0.3,
			"url(#faceDark)",
		),
	);
}
