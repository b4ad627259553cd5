import { graphite } from "../paints.ts";
import { bevel, lying } from "../parts.ts";
import { line, rect, steps } from "../svg.ts";

const places = steps(0, 8, 1);

function key(index: number): string {
	const width = 26 - index * 2.4;
	const y = -170 + index * 41;
	const x = 296 - index * 34;
	const tail = -310 + index * 20;
	const end = y - 76 + index * 5;
	const bend = 30 - index;
	const d = `M${tail} ${y}H${x - bend}Q${x} ${y} ${x} ${y - bend}V${end}`;
	const more = { "stroke-linecap": "butt", "stroke-linejoin": "round" };
	return (
		line(d, "#5d6974", width, more) +
		line(d, "#aab4be", width * 0.86, {
			...more,
			transform: `translate(${-width * 0.05} ${-width * 0.06})`,
		}) +
		line(d, "#8a96a3", width * 0.5, more) +
		line(d, "#f4f7f9", width * 0.2, {
			...more,
			transform: `translate(${-width * 0.2} ${-width * 0.26})`,
		})
	);
}

function holder(): string {
	const outline =
		"M-134-202Q-134-216-120-216H-44Q-30-216-32-202L-56 178Q-58 192-72 192H-120Q-134 192-134 178Z";
	const labels = places.map((index) => rect(-118, -176 + index * 41, 26, 12, graphite, 3)).join("");
	const slots = places.map((index) => `M-80 ${-170 + index * 41}h${32 - index * 3}`).join("");
	return (
		bevel(outline, "url(#faceOrange)", "url(#edgeOrange)", 8) + labels + line(slots, "#a03c05", 5)
	);
}

/** Nine long hex keys, the thickest on top, in their holder. */
export function hexKeys(x = 404, y = 326, turn = -8, size = 1): string {
	return lying(x, y, turn, size, ...places.toReversed().map(key), holder());
}
