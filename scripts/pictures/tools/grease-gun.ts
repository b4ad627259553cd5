import {
	bevel,
	brightFlats,
	brightRod,
	cover,
	darkRod,
	hexagon,
	lying,
	rod,
	turned,
} from "../parts.ts";
import { circle, group } from "../svg.ts";

function barrel(): string {
	return (
		rod("M-330 0H-400", 9, brightRod) +
		rod("M-400-26V26", 13, darkRod) +
		turned(
			[
				[-340, 20],
				[-326, 30],
				[-318, 46],
				[-272, 46],
				[-264, 42],
			],
			"url(#oxide)",
			0.16,
		) +
		cover([-314, 46], [-276, 46], "url(#knurl)", 0.12) +
		turned(
			[
				[-266, 42],
				[74, 42],
			],
			"url(#orange)",
			0.16,
		) +
		turned(
			[
				[-150, 42.6],
				[-142, 42.6],
			],
			"url(#rubber)",
			0.16,
		) +
		turned(
			[
				[-40, 42.6],
				[-32, 42.6],
			],
			"url(#rubber)",
			0.16,
		) +
		turned(
			[
				[66, 47],
				[88, 47],
			],
			"url(#oxide)",
			0.16,
		)
	);
}

function head(): string {
	const cast =
		"M82-44H118C128-44 132-52 134-62L144-104Q148-116 160-116H178Q190-116 188-104L182-48C184-40 196-38 208-36V22C196 26 186 30 180 44H82Z";
	return (
		bevel(cast, "url(#satin)", "url(#edge)", 9) +
		circle(165, -96, 12, "url(#edgeDark)") +
		circle(165, -96, 9, "url(#face)") +
		group(
			"translate(134 44)rotate(90)scale(1-1)",
			turned(
				[
					[0, 13],
					[12, 13],
				],
				"url(#chrome)",
				0.2,
			),
			hexagon(10, 30, 16, brightFlats),
		) +
		group(
			"translate(204-7)",
			hexagon(0, 36, 24, brightFlats),
			turned(
				[
					[34, 15],
					[62, 15],
				],
				"url(#chrome)",
				0.2,
			),
		)
	);
}

function lever(): string {
	const arm =
		"M186-110Q180-122 168-120L-40-146C-130-156-220-150-262-146Q-282-142-280-126Q-278-112-258-114C-200-118-120-118-44-112L150-90Q176-86 186-110Z";
	const sleeve =
		"M-60-150C-140-158-220-152-266-148Q-286-144-284-127Q-282-110-260-112C-200-116-130-116-62-110Q-52-130-60-150Z";
	return (
		bevel(arm, "url(#satin)", "url(#edge)", 6) + bevel(sleeve, "url(#rubber)", "url(#edgeDark)", 6)
	);
}

function hose(): string {
	const end = group(
		"translate(330 158)rotate(112)scale(1-1)",
		turned(
			[
				[-6, 15],
				[14, 15],
			],
			"url(#satin)",
			0.2,
		),
		hexagon(10, 34, 19, brightFlats),
		turned(
			[
				[32, 17],
				[74, 17],
				[80, 11],
			],
			"url(#chrome)",
			0.24,
			"url(#face)",
		),
		cover([40, 17], [58, 17], "url(#knurl)", 0.2),
	);
	return rod("M262-7C372-10 384 60 336 150", 21, darkRod) + end;
}

/** Lever grease gun with cartridge barrel, flexible hose and four-jaw coupler. */
export function greaseGun(): string {
	return lying(414, 306, -14, 0.94, hose(), barrel(), lever(), head());
}
