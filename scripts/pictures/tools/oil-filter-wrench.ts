import { bevel, cover, standing, turned } from "../parts.ts";
import { circle, ellipse, group, line, path } from "../svg.ts";

const [rx, ry, depth] = [176, 84, 104];

function band(): string {
	const x = rx * Math.sqrt(1 - (depth / 2 / ry) ** 2);
	const through = `M${-x} ${depth / 2}A${rx} ${ry} 0 0 1 ${x} ${depth / 2}A${rx} ${ry} 0 0 1 ${-x} ${depth / 2}Z`;
	const slots = [38, 52, 66, 80, 94, 108, 122, 136].map((angle) => {
		const a = (angle * Math.PI) / 180;
		return ellipse(
			rx * Math.cos(a),
			ry * Math.sin(a) + depth / 2,
			12 * Math.sin(a),
			10,
			"url(#hollow)",
		);
	});
	return (
		group(
			`translate(0 ${depth})rotate(-90)`,
			turned(
				[
					[0, rx],
					[depth, rx],
				],
				"url(#chrome)",
				ry / rx,
			),
		) +
		group("scale(-1 1)rotate(-90)", ellipse(0, 0, ry, rx, "url(#satin)")) +
		path(through, "#dde3e8") +
		ellipse(0, 0, rx - 2, ry - 2, "none", { stroke: "#f7f9fb", "stroke-width": 5 }) +
		ellipse(0, 0, rx - 5, ry - 5, "none", { stroke: "#56626e", "stroke-width": 1.5 }) +
		slots.join("")
	);
}

function handle(): string {
	const lug = "M-40-38H22Q40-38 40-20V20Q40 38 22 38H-40Z";
	return (
		bevel(lug, "url(#satin)", "url(#edge)", 7) +
		turned(
			[
				[20, 17],
				[112, 17],
			],
			"url(#chrome)",
			0.16,
		) +
		bevel("M-2-26H36Q48-26 48 0T36 26H-2Z", "url(#faceDark)", "url(#edgeDark)", 6) +
		circle(20, 0, 13, "url(#edgeDark)") +
		circle(20, 0, 10, "url(#face)") +
		turned(
			[
				[96, 24],
				[108, 29],
				[122, 29],
			],
			"url(#rubber)",
			0.2,
		) +
		turned(
			[
				[120, 27],
				[296, 27],
			],
			"url(#orange)",
			0.2,
		) +
		cover([132, 27], [272, 27], "url(#ribs)", 0.14) +
		turned(
			[
				[288, 30],
				[304, 30],
				[310, 24],
			],
			"url(#rubber)",
			0.26,
			"url(#faceDark)",
		)
	);
}

/** Band-type oil filter wrench: a slotted steel loop and a swivel handle. */
export function oilFilterWrench(): string {
	return (
		standing(264, 412, 232, 92) +
		group("translate(590 440)rotate(20)", standing(0, 14, 210, 34)) +
		group("translate(250 246)", band()) +
		group("translate(446 330)rotate(20)", handle()) +
		group(
			"translate(418 302)scale(1 1.22)",
			bevel("M-14-44H10Q22-40 22-26V26Q22 38 10 40L-14 36Z", "url(#satin)", "url(#edge)", 5),
			line("M4-28V24", "#56626e", 4),
		)
	);
}
