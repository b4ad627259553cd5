import { opening, turned } from "../parts.ts";
import { slab } from "../slab.ts";
import { element, ellipse, group, type Point } from "../svg.ts";
import { camera, roundedOutline } from "../view.ts";

const pitch = 34;
const tilt = Math.sin((pitch * Math.PI) / 180);
const stretch = Math.cos((pitch * Math.PI) / 180);

/** A deep impact socket that stands on its drive end; radius and height in pixels, base at the origin. */
function impactSocket(radius: number, height: number): string {
	const h = height * stretch;
	const neck = radius * 0.93;
	return group(
		"rotate(-90)",
		turned(
			[
				[0, radius],
				[h * 0.34, radius],
			],
			"url(#oxide)",
			tilt,
			"url(#edgeDark)",
		),
		turned(
			[
				[h * 0.34, neck],
				[h * 0.43, neck],
			],
			"url(#orange)",
			tilt,
		),
		turned(
			[
				[h * 0.43, radius],
				[h - 3, radius],
				[h, neck],
			],
			"url(#oxide)",
			tilt,
			"url(#faceDark)",
		),
		ellipse(h, 0, tilt * neck, neck, "none", { stroke: "#9aa5b0", "stroke-width": 1.6 }),
		opening(h, radius * 0.74, tilt, 6, 12),
	);
}

/** Ten impact sockets in a tray, the larger row behind. */
export function impactSockets(): string {
	const see = camera(16, pitch, 1.08, 400, 396);
	const rows: readonly (readonly [y: number, sizes: readonly number[]])[] = [
		[62, [50, 47, 45, 42, 39]],
		[-52, [36, 34, 32, 30, 28]],
	];
	const sockets = rows.flatMap(([y, sizes]) =>
		sizes.toReversed().map((radius, index) => {
			const [x, base] = see(-(index - 2) * (y > 0 ? 112 : 106), y, 30);
			const foot = ellipse(x, base + 4, radius * 1.2, radius * 0.75, "#0c0f12", { opacity: 0.55 });
			const moved = `translate(${x.toFixed(1)} ${base.toFixed(1)})scale(${(radius / 50).toFixed(2)})`;
			return foot + element("use", { href: "#socket", transform: moved });
		}),
	);
	const rim: Point[] = roundedOutline(-300, -118, 300, 128, 26);
	const bed: Point[] = roundedOutline(-288, -106, 288, 116, 18);
	const tray =
		slab(see, rim, 0, 14, "url(#orange)", "#e2590c") +
		slab(see, bed, 12, 34, "url(#rubber)", "url(#faceDark)");
	return (
		element("g", { filter: "url(#shadow)" }, tray) +
		element("defs", {}, element("g", { id: "socket" }, impactSocket(52, 205))) +
		sockets.join("")
	);
}
