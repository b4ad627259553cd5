import { cover, lying, opening, turned } from "../parts.ts";
import { ellipse, group, rect } from "../svg.ts";

const tilt = 0.42;

function longSocket(): string {
	return (
		turned(
			[
				[-190, 62],
				[-184, 66],
				[-110, 66],
				[-100, 60],
				[88, 60],
				[92, 62],
			],
			"url(#chrome)",
			tilt,
		) +
		cover([-168, 66], [-124, 66], "url(#knurl)", tilt) +
		turned(
			[
				[60, 62],
				[176, 62],
				[184, 57],
			],
			"url(#chrome)",
			tilt,
			"url(#face)",
		) +
		ellipse(184, 0, 57 * tilt, 57, "none", { stroke: "#fff", "stroke-width": 3, opacity: 0.8 }) +
		opening(183, 50, tilt, 6, 30) +
		ellipse(180, 1, 12.5, 29, "#b8430a") +
		ellipse(181.5, 2, 11, 27, "#ff6b1a") +
		ellipse(182.5, 3, 6.5, 17, "#15191e")
	);
}

function driveEnd(): string {
	return (
		turned(
			[
				[-150, 58],
				[60, 58],
				[64, 62],
			],
			"url(#chrome)",
			tilt,
		) +
		turned(
			[
				[60, 62],
				[68, 66],
				[140, 66],
				[150, 59],
			],
			"url(#chrome)",
			tilt,
			"url(#face)",
		) +
		cover([84, 66], [126, 66], "url(#knurl)", tilt) +
		group(
			`translate(150 0)scale(${tilt} 1)`,
			rect(-27, -27, 54, 54, "url(#hollow)", 3),
			ellipse(0, -20, 7, 5, "#8a96a3"),
		)
	);
}

/** Two magnetic spark plug sockets: one shows the mouth with its insert, one the square drive. */
export function sparkPlugSocket(): string {
	return (
		lying(392, 212, -20, 1.2, longSocket()) +
		lying(410, 420, -20, 1.05, group("scale(-1 1)", driveEnd()))
	);
}
