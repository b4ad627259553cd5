import { graphite } from "../paints.ts";
import { bevel, lying } from "../parts.ts";
import { circle, element, group, line } from "../svg.ts";
import { digits } from "./digits.ts";

const sizes = [
	"1.00",
	"0.90",
	"0.80",
	"0.70",
	"0.60",
	"0.50",
	"0.40",
	"0.30",
	"0.25",
	"0.20",
	"0.15",
	"0.10",
	"0.05",
];

function blades(): string {
	const outline = "M-20-19H378Q398-19 398 0T378 19H-20Z";
	const first = element("g", { id: "blade" }, bevel(outline, "url(#satin)", "url(#edge)", 3));
	return sizes
		.map((size, index) => {
			const turn = `rotate(${-10 - index * 7})`;
			const blade = index === 0 ? first : element("use", { href: "#blade" });
			return group(turn, blade, digits(size, 318, -8, 8, 15, graphite));
		})
		.join("");
}

function cover(): string {
	const shape = "M0-36H318Q352-36 352 0T318 36H0A36 36 0 0 1 0-36Z";
	return (
		bevel(shape, "url(#orange)", "url(#edgeOrange)", 7) +
		bevel(
			"M62-17H300Q318-17 318 0T300 17H62Q46 17 46 0T62-17Z",
			"url(#rubber)",
			"url(#edgeDark)",
			4,
		) +
		line("M84 0h120M224 0h52", "#8a96a3", 4) +
		circle(0, 0, 25, "url(#edgeDark)") +
		circle(0, 0, 22, "url(#satin)") +
		circle(0, 0, 17, "url(#knurl)") +
		circle(0, 0, 9, "url(#face)", { stroke: "#5d6974", "stroke-width": 1.5 })
	);
}

/** Feeler gauge with its thirteen blades fanned out of the case. */
export function feelerGauge(): string {
	return lying(222, 452, 0, 1, blades(), group("rotate(10)", cover()));
}
