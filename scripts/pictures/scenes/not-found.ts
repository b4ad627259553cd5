import { graphite, orange } from "../paints.ts";
import { lying } from "../parts.ts";
import { circle, corners, element, group, line, path, polygon } from "../svg.ts";
import { nthSpanner } from "../tools/spanner.ts";
import { board, peg } from "./board.ts";

const four = "M-8 66V34H-62V8L-4-66H26V8H48V34H26V66ZM-8 8V-28L-35 8Z";

function nut(): string {
	const outer = polygon(corners(6, 76));
	const ring = circle(0, 0, 38, "none", { stroke: "#5d6974", "stroke-width": 3 });
	return (
		path(outer, "#15191e") +
		path(polygon(corners(6, 72)), "url(#faceDark)") +
		circle(0, 0, 62, "url(#satin)") +
		circle(0, 0, 40, "#15191e") +
		circle(0, 0, 36, "url(#hollow)") +
		circle(0, 0, 31, "#5d6974") +
		circle(1, 1, 29, "#cdd5dc") +
		ring
	);
}

/** 404 over a row of graded spanners on a tool board: the middle one is missing from its outline. */
export function notFound(): string {
	const slots = [0, 1, 2, 3, 4].map((index) => ({
		x: 160 + index * 120,
		size: 0.82 - index * 0.06,
		missing: index === 2,
	}));
	const tools = slots.map(({ x, size, missing }, index) =>
		missing
			? silhouette(x, size)
			: lying(x, 394, -90, size, nthSpanner(Math.min(index, 1), 290, 40)),
	);
	return (
		board(50, 40, 700, 520) +
		group("translate(246 146)scale(1.1)", path(four, graphite, { "fill-rule": "evenodd" })) +
		lying(400, 146, 0, 1, nut()) +
		group("translate(562 146)scale(1.1)", path(four, graphite, { "fill-rule": "evenodd" })) +
		tools.join("") +
		slots.map(({ x }) => peg(x, 366)).join("")
	);
}

function silhouette(x: number, size: number): string {
	const outline =
		"M-118-17C-104-17-100-17-90-17H84C96-17 106-34 124-38A44 44 0 0 1 196-30L152-24L140-6L150 14L196 12A44 44 0 0 1 122 32C106 30 98 17 84 17H-90C-100 17-106 24-116 29A38 38 0 1 1-116-29C-108-25-104-17-90-17";
	const more = { "stroke-dasharray": "11 8", "stroke-linejoin": "round" };
	return group(
		`translate(${x} 394)rotate(-90)scale(${size})`,
		element("g", { opacity: 0.16 }, path(outline, graphite)),
		line(outline, orange, 5, more),
	);
}
