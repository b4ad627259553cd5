import { graphite, orange } from "../paints.ts";
import { bevel, darkRod, rod } from "../parts.ts";
import { slab } from "../slab.ts";
import { circle, element, group, line, type Point, path, rect, steps } from "../svg.ts";
import { camera, onPlane, roundedOutline } from "../view.ts";
import { digits } from "./digits.ts";

const see = camera(-14, 60, 1, 500, 300);

function screen(): string {
	const car =
		"M-66 22h8a13 13 0 0 1 26 0h40a13 13 0 0 1 26 0h14q4 0 4-5v-9q0-6-7-7l-22-4-16-15q-4-4-10-4h-38q-6 0-9 5l-9 15-6 3q-5 2-5 8v8q0 5 4 5z";
	return (
		rect(-92, -172, 184, 138, graphite, 10) +
		rect(-82, -163, 164, 119, "#dbe6ee", 4) +
		rect(-82, -163, 164, 22, "#3c4753", 3) +
		rect(-74, -156, 50, 8, "#c9d1d9") +
		rect(52, -156, 22, 8, orange) +
		digits("P0300", -66, -126, 19, 34, graphite) +
		group(
			"translate(-4 -70)scale(.72)",
			path(car, "#3c4753"),
			circle(-45, 22, 9, graphite),
			circle(21, 22, 9, graphite),
		) +
		rect(52, -82, 20, 20, orange, 10)
	);
}

function keys(): string {
	const arrows = "M0-40l10 12h-20zM0 40l10-12h-20zM-40 0l12-10v20zM40 0l-12-10v20z";
	const side = (x: number): string =>
		rect(x - 19, 14, 38, 24, "url(#rubber)", 10) + rect(x - 19, 56, 38, 24, "url(#rubber)", 10);
	return (
		group(
			"translate(0 46)",
			circle(0, 0, 56, "#0c0f12"),
			circle(0, -2, 54, "url(#rubber)"),
			path(arrows, "#c9d1d9"),
			circle(0, 0, 22, "url(#faceOrange)"),
			line("M-8 0l6 6 11-12", graphite, 4, { "stroke-linejoin": "round" }),
		) +
		side(-84 + 2) +
		side(82) +
		line(
			steps(-30, 30, 15)
				.map((x) => `M${x} 150v14`)
				.join(""),
			"#0c0f12",
			5,
		)
	);
}

function plug(): string {
	const pins = [-18, 8]
		.flatMap((y) => steps(-49, 49, 14).map((x) => rect(x - 4, y, 8, 10, "#c98b2b", 2)))
		.join("");
	return (
		group(
			"translate(0 96)",
			bevel("M-26-44H26L18 46H-18Z", "url(#rubber)", "url(#edgeDark)", 5),
			line("M-18-24H18M-17-8H17M-16 8H16M-15 24H15", "#0c0f12", 4),
		) +
		bevel(
			"M-92-46Q-94-56-84-56H84Q94-56 92-46L76 54Q74 62 66 62H-66Q-74 62-76 54Z",
			"url(#faceDark)",
			"url(#edgeDark)",
			8,
		) +
		path("M-74-36H74L62 34H-62Z", "#0c0f12") +
		path("M-66-29H66L56 26H-56Z", "#343d46") +
		pins +
		rect(-60, -4, 120, 4, "#15191e")
	);
}

/** OBD-II reader with a fault code on its screen, cable and 16-pin plug. */
export function obdReader(): string {
	const bumper: Point[] = roundedOutline(-128, -206, 128, 206, 44);
	const body: Point[] = roundedOutline(-112, -192, 112, 190, 32);
	const cable = "M470 92C440 20 330 24 300 100C272 176 330 250 286 330C262 372 200 390 180 330";
	return element(
		"g",
		{ filter: "url(#shadow)" },
		rod(cable, 18, darkRod),
		rod("M470 92l-16-30", 30, darkRod),
		slab(see, bumper, 0, 46, "url(#orange)", "url(#faceOrange)"),
		slab(see, body, 46, 58, "url(#rubber)", "url(#faceDark)"),
		group(onPlane(see, [0, 0, 58], [1, 0, 0], [0, -1, 0]), screen(), keys()),
		group("translate(168 216)rotate(-8)", plug()),
	);
}
