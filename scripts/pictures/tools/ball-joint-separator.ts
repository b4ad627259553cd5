import { bevel, brightFlats, hexagon, lying, thread, turned } from "../parts.ts";
import { group, path } from "../svg.ts";

function body(): string {
	const frame =
		"M-120-176C-60-206 60-206 116-176C176-142 196-60 196 20C196 84 186 128 150 150C124 166 40 170-44 164L-176 156Q-196 152-192 138Q-188 124-170 122L-40 112C30 106 62 92 72 56C84 10 84-60 56-92C30-118-60-118-110-106Q-142-100-144-138Q-144-166-120-176Z";
	const rib = "M40-152C104-136 146-60 148 16C148 70 138 100 118 116C96 130 40 138-10 140";
	return (
		bevel(frame, "url(#faceOrange)", "url(#edgeOrange)", 12) +
		path(rib, "none", { stroke: "#b8430a", "stroke-width": 12, "stroke-linecap": "round" }) +
		path(rib, "none", {
			stroke: "#ffb184",
			"stroke-width": 4,
			"stroke-linecap": "round",
			transform: "translate(6 3)",
		})
	);
}

function backTine(): string {
	return bevel(
		"M20 146L-146 134Q-170 130-166 114Q-162 100-146 98L-16 86C34 82 66 62 76 34L110 110Z",
		"#c94c08",
		"url(#edgeOrange)",
		8,
	);
}

function spindle(): string {
	return group(
		"translate(-72 0)rotate(90)scale(1-1)",
		thread(-286, 30, 26, 13),
		turned(
			[
				[28, 20],
				[44, 20],
				[60, 7],
			],
			"url(#satin)",
			0.2,
		),
		turned(
			[
				[-186, 42],
				[-176, 50],
				[-106, 50],
				[-96, 42],
			],
			"url(#oxide)",
			0.12,
		),
		hexagon(-334, -280, 42, brightFlats),
	);
}

/** Screw-type ball joint separator: forged fork frame and pressure spindle. */
export function ballJointSeparator(): string {
	return lying(404, 370, 16, 0.98, backTine(), body(), spindle());
}
