import { bevel, standing, turned } from "../parts.ts";
import { element, ellipse, group, path } from "../svg.ts";

const tilt = 0.46;

function rim(radius: number, paint: string): string {
	return ellipse(0, 0, radius, radius * tilt, paint);
}

function sieve(): string {
	const holes = [30, 58, 86].flatMap((ring, row) => {
		const count = 8 + row * 6;
		return Array.from({ length: count }, (_, index) => {
			const angle = (index / count) * 2 * Math.PI + row * 0.2;
			return ellipse(
				Math.cos(angle) * ring,
				Math.sin(angle) * ring * tilt,
				7.5,
				7.5 * tilt,
				"#0c0f12",
			);
		});
	});
	return (
		ellipse(0, 6, 118, 118 * tilt, "#0c0f12") +
		ellipse(0, 0, 114, 114 * tilt, "url(#face)") +
		ellipse(0, 0, 114, 114 * tilt, "none", { stroke: "#f7f9fb", "stroke-width": 2.5 }) +
		ellipse(0, 0, 12, 12 * tilt, "#15191e") +
		holes.join("")
	);
}

function inside(): string {
	const clip = element("clipPath", { id: "mouth" }, rim(242, "#000"));
	const floor =
		rim(242, "url(#hollow)") +
		ellipse(0, 58, 204, 204 * tilt, "#343d46") +
		path("M-242 0A242 111 0 0 1 242 0C200-70-200-70-242 0Z", "#0c0f12", { opacity: 0.35 }) +
		group("translate(0 40)", sieve());
	return clip + element("g", { "clip-path": "url(#mouth)" }, floor);
}

function handle(side: number): string {
	return group(
		`translate(${side * 252} 8)scale(${side} 1)`,
		bevel(
			"M-18-34C34-40 62-26 66 2C62 30 30 44-24 42L-10 22C20 22 34 14 34 2C34-10 14-18-12-16Z",
			"url(#rubber)",
			"url(#edgeDark)",
			5,
		),
	);
}

/** Round oil drain pan with pouring lip, drip sieve and two handles. */
export function drainPan(): string {
	const spout = "M-70 96C-44 112-34 138-28 150Q0 166 28 150C34 138 44 112 70 96Z";
	return (
		standing(400, 404, 330, 104) +
		group(
			"translate(400 260)",
			handle(-1),
			handle(1),
			group(
				"translate(0 112)rotate(-90)",
				turned(
					[
						[0, 200],
						[112, 254],
					],
					"url(#rubber)",
					tilt,
				),
			),
			rim(264, "#b8430a"),
			group("translate(0-7)", rim(264, "url(#faceOrange)")),
			path(spout, "#e2590c", { transform: "translate(0 6)" }),
			path(spout, "url(#faceOrange)"),
			group("translate(0-5)", inside()),
			path(
				"M-46 98C-24 116-20 132-16 142Q0 150 16 142C20 132 24 116 46 98Q0 112-46 98Z",
				"url(#rubber)",
			),
		)
	);
}
