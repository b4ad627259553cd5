import { bevel, lying, turned } from "../parts.ts";
import { group, line, path } from "../svg.ts";

function handle(): string {
	const body =
		"M20-24C34-30 44-22 62-24C84-27 96-40 128-42H216C244-42 258-30 262-20V20C258 30 244 42 216 42H128C96 40 84 27 62 24C44 22 34 30 20 24Z";
	const inlay = (y: number, h: number): string =>
		`M92 ${y}C110 ${y - 3} 200 ${y - 3} 238 ${y}Q244 ${y + h / 2} 238 ${y + h}C200 ${y + h + 2} 110 ${y + h + 2} 92 ${y + h}Q84 ${y + h / 2} 92 ${y}Z`;
	return (
		bevel(body, "url(#orange)", "url(#edgeOrange)", 5) +
		bevel(inlay(-29, 14), "url(#rubber)", "url(#edgeDark)", 3) +
		bevel(inlay(-7, 14), "url(#rubber)", "url(#edgeDark)", 3) +
		bevel(inlay(16, 12), "url(#rubber)", "url(#edgeDark)", 3) +
		line("M100-35H226", "#fff", 3, { "stroke-opacity": 0.55 }) +
		path("M262-20C272-20 276-10 276 0C276 10 272 20 262 20Z", "url(#rubber)")
	);
}

function crossTip(): string {
	return (
		path("M-282-10L-304-5 -318-2V2L-304 5 -282 10Z", "url(#oxide)") +
		path("M-284-2.5L-316-1V1L-284 3Z", "#b3bdc7")
	);
}

function flatTip(): string {
	return (
		path(
			"M-262-11C-282-12-292-15-306-15L-322-13V13L-306 15C-292 15-282 12-262 11Z",
			"url(#oxide)",
		) + path("M-300-14L-322-13V13L-300 14Z", "url(#face)")
	);
}

/** One screwdriver along x, its tip at the left. */
export function screwdriver(kind: "cross" | "flat"): string {
	const tip = kind === "cross" ? crossTip() : flatTip();
	return (
		turned(
			[
				[-286, 10],
				[24, 10],
			],
			"url(#chrome)",
			0.1,
		) +
		turned(
			[
				[-290, 10],
				[-246, 10],
			],
			"url(#oxide)",
			0.1,
		) +
		tip +
		turned(
			[
				[10, 15],
				[26, 18],
			],
			"url(#satin)",
			0.15,
		) +
		handle()
	);
}

/** A cross-head and a slotted screwdriver side by side, tips to the lower left. */
export function screwdrivers(x = 400, y = 300, turn = -30, size = 1): string {
	return lying(
		x,
		y,
		turn,
		size,
		group("translate(30 -58)", screwdriver("cross")),
		group("translate(6 58)", screwdriver("flat")),
	);
}
