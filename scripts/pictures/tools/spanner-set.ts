import { lying } from "../parts.ts";
import { group, line, rect, steps } from "../svg.ts";
import { nthSpanner } from "./spanner.ts";

const places = steps(0, 7, 1);

function across(index: number): number {
	return -268 + index * 78 - index * index * 1.4;
}

function holder(): string {
	const slots = places.map((index) => `M${across(index)} -14v28`).join("");
	return (
		rect(-316, -22, 600, 44, "url(#rubber)", 8) +
		rect(-316, -22, 26, 44, "url(#orange)", 8) +
		rect(258, -22, 26, 44, "url(#orange)", 8) +
		line(slots, "#0e1114", 3)
	);
}

/** Eight combination spanners in a holder, the largest at the left. */
export function spannerSet(x = 412, y = 280, turn = -6, size = 1.06): string {
	const spanners = places.map((index) => {
		const transform = `translate(${Math.round(across(index))} 0)rotate(-90)scale(${(1 - index * 0.07).toFixed(2)})`;
		return group(transform, nthSpanner(index, 410, 37));
	});
	return lying(x, y, turn, size, ...spanners, holder());
}
