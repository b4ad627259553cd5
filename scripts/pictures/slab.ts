import { type Point, path, polygon } from "./svg.ts";
import { type Camera, hull } from "./view.ts";

function lifted(see: Camera, outline: readonly Point[], level: number): Point[] {
	return outline.map(([x, y]) => see(x, y, level));
}

/** The same camera with outlines read in x and z, their depth along y: for parts that stand on edge. */
export function onEdge(see: Camera): Camera {
	return (x, z, y) => see(x, y, z);
}

/** A slab with a convex outline from the far to the near level: its visible sides as one shape, then its face. */
export function slab(
	see: Camera,
	outline: readonly Point[],
	far: number,
	near: number,
	side: string,
	face: string,
): string {
	const sides = hull([...lifted(see, outline, far), ...lifted(see, outline, near)]);
	return path(polygon(sides), side) + path(polygon(lifted(see, outline, near)), face);
}
