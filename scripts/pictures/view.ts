import type { Point } from "./svg.ts";

/** Turns x (right), y (away) and z (up) into a place on the page. */
export type Camera = (x: number, y: number, z: number) => Point;

/** A camera without perspective: turned by `yaw` and looking down by `pitch` degrees, the origin at (cx, cy). */
export function camera(yaw: number, pitch: number, scale: number, cx: number, cy: number): Camera {
	const [a, p] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
	return (x, y, z) => {
		const away = x * Math.sin(a) + y * Math.cos(a);
		return [
			cx + scale * (x * Math.cos(a) - y * Math.sin(a)),
			cy - scale * (z * Math.cos(p) + away * Math.sin(p)),
		];
	};
}

type Vector = readonly [number, number, number];

/** The SVG matrix that lays flat artwork on the plane spanned by `u` and `v` from `origin`. */
export function onPlane(see: Camera, origin: Vector, u: Vector, v: Vector): string {
	const [e, f] = see(...origin);
	const tip = (w: Vector): Point => {
		const [x, y] = see(origin[0] + w[0], origin[1] + w[1], origin[2] + w[2]);
		return [x - e, y - f];
	};
	const numbers = [...tip(u), ...tip(v)].map((value) => Math.round(value * 1000) / 1000);
	return `matrix(${numbers.join(" ")} ${Math.round(e * 10) / 10} ${Math.round(f * 10) / 10})`;
}

function turnsRight(a: Point, b: Point, c: Point): boolean {
	return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0;
}

function halfHull(points: readonly Point[]): Point[] {
	const chain: Point[] = [];
	for (const point of points) {
		let [before, last] = chain.slice(-2);
		while (before && last && turnsRight(before, last, point)) {
			chain.pop();
			[before, last] = chain.slice(-2);
		}
		chain.push(point);
	}
	return chain.slice(0, -1);
}

/** The convex outline around points (Andrew's monotone chain). */
export function hull(points: readonly Point[]): Point[] {
	const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
	return [...halfHull(sorted), ...halfHull(sorted.toReversed())];
}

/** Points along a rectangle from (x0, y0) to (x1, y1) with corners of radius r. */
export function roundedOutline(x0: number, y0: number, x1: number, y1: number, r: number): Point[] {
	const centres: [number, number, number][] = [
		[x1 - r, y0 + r, -90],
		[x1 - r, y1 - r, 0],
		[x0 + r, y1 - r, 90],
		[x0 + r, y0 + r, 180],
	];
	return centres.flatMap(([cx, cy, start]) =>
		[0, 18, 36, 54, 72, 90].map((step) => {
			const angle = ((start + step) * Math.PI) / 180;
			return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)] as const;
		}),
	);
}
