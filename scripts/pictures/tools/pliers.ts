import { bevel, lying } from "../parts.ts";
import { circle, ellipse, line, mirrored, path, steps } from "../svg.ts";

const jaw =
	"M-236 -1L-236 -24Q-235 -31 -226 -32C-190 -38 -134 -48 -94 -66C-54 -84 -8 -76 18 -50C44 -22 64 0 92 18L116 30L98 70C60 64 26 56 -6 54C-38 52 -58 26 -64 -1Z";
const sleeve =
	"M76 16Q84 8 98 16C160 54 244 66 322 54C362 48 414 30 424 56C430 80 388 100 334 106C244 114 140 100 72 74Q62 68 66 56Z";
const inlay =
	"M118 42C180 70 250 80 324 70C352 66 384 58 388 66C390 76 360 86 330 90C250 98 172 86 118 66Q104 54 118 42Z";
const ribs = "M150 60L156 74M174 67L179 82M198 72L202 88M222 75L225 91M246 77L248 93M270 77L271 92";

function half(turn: (d: string) => string): string {
	return (
		bevel(turn(jaw), "url(#satin)", "url(#edge)", 8) +
		bevel(turn(sleeve), "url(#orange)", "url(#edgeOrange)", 6) +
		bevel(turn(inlay), "url(#rubber)", "url(#edgeDark)", 4) +
		line(turn(ribs), "#0c0f12", 5)
	);
}

function mouth(): string {
	const teeth = steps(-229, -160, 6)
		.map((x) => `M${x} -11V11`)
		.join("");
	const pipe = steps(-140, -104, 9)
		.map((x) => `M${x} -13l2 5M${x} 13l2-5`)
		.join("");
	return (
		line(teeth, "#56626e", 1.8) +
		line("M-236 0H-60", "#15191e", 3) +
		ellipse(-121, 0, 29, 14, "#1b2026") +
		line(pipe, "#8a96a3", 2) +
		path("M-88 0L-60-11V11Z", "#1b2026") +
		line("M-88 0L-58-13M-88 0L-58 13", "#eef2f5", 1.5)
	);
}

/** Combination pliers with pipe grip and cutter, jaws to the lower left. */
export function pliers(x = 310, y = 338, turn = -22, size = 1.04): string {
	const rivet =
		circle(-14, 0, 28, "url(#edgeDark)") +
		circle(-14, 0, 25, "url(#face)") +
		circle(-14, 0, 16, "none", { stroke: "#8a96a3", "stroke-width": 2 });
	return lying(
		x,
		y,
		turn,
		size,
		half(mirrored),
		half((d) => d),
		mouth(),
		rivet,
	);
}
