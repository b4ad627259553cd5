import { lying } from "../parts.ts";
import { group, line, rect, steps } from "../svg.ts";
import { pliers } from "../tools/pliers.ts";
import { ratchet } from "../tools/ratchet.ts";
import { nthSpanner } from "../tools/spanner.ts";
import { torqueWrench } from "../tools/torque-wrench.ts";

function mat(): string {
	const grid =
		steps(40, 1200, 40)
			.map((x) => `M${x} 12V756`)
			.join("") +
		steps(40, 760, 40)
			.map((y) => `M12 ${y}H1230`)
			.join("");
	return (
		rect(0, 0, 1260, 770, "url(#faceOrange)", 30) +
		rect(8, 8, 1252, 754, "url(#faceDark)", 24) +
		line(grid, "#8a96a3", 1, { opacity: 0.16 })
	);
}

/** A dark mat on a light bench, its tools laid out in order; the left half stays empty. */
export function workbench(): string {
	const spanners = [0, 1, 2].map((index) =>
		lying(716 + index * 72, 336 + index * 22, -90, 1 - index * 0.1, nthSpanner(index, 450, 40)),
	);
	return (
		rect(0, 0, 1600, 700, "url(#wall)") +
		group(
			"translate(690 96)rotate(-9)",
			group("translate(-14 22)", rect(0, 0, 1260, 770, "#15191e", 40, { opacity: 0.14 })),
			mat(),
			torqueWrench(352, 150, 0, 0.86),
			ratchet(346, 304, 0, 0.8),
			pliers(296, 476, 0, 0.82),
			...spanners,
		)
	);
}
