import { lying } from "../parts.ts";
import { group, rect } from "../svg.ts";
import { bottleJack } from "../tools/bottle-jack.ts";
import { hammer } from "../tools/hammer.ts";
import { pliers } from "../tools/pliers.ts";
import { screwdriver } from "../tools/screwdrivers.ts";
import { nthSpanner } from "../tools/spanner.ts";
import { board, peg } from "./board.ts";

function shelf(): string {
	return (
		rect(700, 634, 900, 66, "#15191e", 0, { opacity: 0.12 }) +
		rect(660, 606, 940, 16, "#f7f9fb") +
		rect(660, 620, 940, 26, "url(#rubber)") +
		rect(660, 620, 940, 4, "#ff6b1a")
	);
}

/** A tool board above a shelf at the right of a light wall; the left half stays empty. */
export function toolWall(): string {
	const spanners = [0, 1, 2, 3].map((index) =>
		lying(
			1296 + index * 72,
			246 - index * 18,
			-90,
			0.86 - index * 0.12,
			nthSpanner(index, 380, 36),
		),
	);
	const pegs = [0, 1, 2, 3].map((index) => peg(1296 + index * 72, 196 - index * 5));
	return (
		rect(0, 0, 1600, 700, "url(#wall)") +
		board(724, 36, 840, 500) +
		hammer(862, 160, 0, 0.72) +
		peg(822, 194) +
		peg(902, 194) +
		pliers(1022, 212, 90, 0.62) +
		peg(1022, 266) +
		lying(1178, 296, -90, 0.74, screwdriver("cross")) +
		peg(1178, 258) +
		spanners.join("") +
		pegs.join("") +
		shelf() +
		group("translate(1190 369)scale(.5)", bottleJack())
	);
}
