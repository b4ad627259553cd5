import { line } from "../svg.ts";

const segments: Readonly<Record<string, string>> = {
	"0": "abcdef",
	"1": "bc",
	"2": "abged",
	"3": "abgcd",
	"4": "fgbc",
	"5": "afgcd",
	"6": "afgedc",
	"7": "abc",
	"8": "abcdefg",
	"9": "gfabcd",
	P: "efabg",
};

function stroke(segment: string, x: number, y: number, w: number, h: number): string {
	const half = h / 2;
	const gap = w * 0.1;
	const bars: Readonly<Record<string, string>> = {
		a: `M${x + gap} ${y}h${w - 2 * gap}`,
		b: `M${x + w} ${y + gap}v${half - 2 * gap}`,
		c: `M${x + w} ${y + half + gap}v${half - 2 * gap}`,
		d: `M${x + gap} ${y + h}h${w - 2 * gap}`,
		e: `M${x} ${y + half + gap}v${half - 2 * gap}`,
		f: `M${x} ${y + gap}v${half - 2 * gap}`,
		g: `M${x + gap} ${y + half}h${w - 2 * gap}`,
	};
	return bars[segment] ?? "";
}

/** Seven-segment figures (and P and the point) as one line drawing; width and height are of one figure. */
export function digits(
	text: string,
	x: number,
	y: number,
	width: number,
	height: number,
	colour: string,
): string {
	const pitch = width * 1.5;
	let at = x;
	let drawing = "";
	for (const sign of text) {
		if (sign === ".") {
			drawing += `M${at - width * 0.3} ${y + height}h${width * 0.1}`;
			at += width * 0.35;
			continue;
		}
		drawing += [...(segments[sign] ?? "")]
			.map((segment) => stroke(segment, at, y, width, height))
			.join("");
		at += pitch;
	}
	return line(drawing, colour, width * 0.22, { "stroke-linecap": "round" });
}
