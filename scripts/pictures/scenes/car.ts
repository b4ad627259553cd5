import { orange } from "../paints.ts";
import { bevel } from "../parts.ts";
import { circle, corners, element, group, line, path, rect } from "../svg.ts";

function wheel(): string {
	const spokes = corners(5, 33, -90)
		.map(([x, y]) => `M0 0L${x} ${y}`)
		.join("");
	return (
		circle(0, 0, 57, "#15191e") +
		circle(0, 0, 54, "url(#rubber)") +
		circle(0, 0, 40, "#0e1114") +
		circle(0, 0, 38, "none", { stroke: "#c9d1d9", "stroke-width": 5 }) +
		line(spokes, "#aab4be", 11) +
		line(spokes, "#eef2f5", 4) +
		circle(0, 0, 11, "url(#face)") +
		circle(0, 0, 4, "#3c4753")
	);
}

function windows(): string {
	return (
		path("M204 94L282 42C306 27 340 21 376 20H516C566 22 612 42 652 84L656 94Z", "#15191e") +
		path("M222 90L290 46C310 33 342 28 368 27V90Z", "url(#window)") +
		path("M384 27H504V90H384Z", "url(#window)") +
		path("M518 28C562 32 602 52 634 90H518Z", "url(#window)")
	);
}

/** A small car from its left side, nose to the left, 780 wide; the tyres touch y = 241. */
export function car(): string {
	const body =
		"M14 166C8 146 14 128 32 119C62 105 120 98 188 92L270 37C300 17 340 8 400 7H520C592 9 642 32 692 80L744 93C764 99 771 120 769 150L767 176Q765 190 750 190H676A66 66 0 0 0 544 190H224A66 66 0 0 0 92 190H36C22 190 16 182 14 166Z";
	return (
		path("M70 180H700V206H70Z", "#0e1114") +
		bevel(body, "url(#panel)", "url(#edge)", 5) +
		windows() +
		line(
			"M376 98V176M512 98C514 130 520 150 540 164M214 100C208 130 212 156 228 176",
			"#15191e",
			2,
			{ opacity: 0.6 },
		) +
		line("M34 134C200 116 560 112 764 128", "#f7f9fb", 2.5, { opacity: 0.45 }) +
		rect(330, 116, 34, 7, "#15191e", 3) +
		rect(466, 116, 34, 7, "#15191e", 3) +
		path("M24 128C44 116 74 112 98 112C94 126 66 136 22 138Z", "#f7f9fb") +
		path("M768 118C750 112 730 110 716 110C720 126 744 134 769 136Z", orange) +
		path("M226 190H542V180H232Z", "#15191e") +
		path("M196 100q-18-2-22 8q2 10 24 8z", "#3c4753") +
		group("translate(158 184)", element("g", { id: "wheel" }, wheel())) +
		element("use", { href: "#wheel", transform: "translate(610 184)" })
	);
}
