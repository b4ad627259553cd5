import { cover, lying, opening, turned } from "../parts.ts";
import { circle, ellipse, group } from "../svg.ts";

function bar(near: number, far: number): string {
	return (
		turned(
			[
				[-318, far],
				[-228, far],
				[-206, 18],
			],
			"url(#chrome)",
			0.3,
		) +
		cover([-268, far + 0.5], [-250, far + 0.5], "url(#orange)", 0.3) +
		turned(
			[
				[-214, 18],
				[214, 18],
			],
			"url(#chrome)",
			0.3,
		) +
		turned(
			[
				[206, 18],
				[226, near],
				[312, near],
				[318, near - 4],
			],
			"url(#chrome)",
			0.3,
			"url(#face)",
		) +
		turned(
			[
				[246, near + 0.5],
				[264, near + 0.5],
			],
			"url(#orange)",
			0.3,
		) +
		turned(
			[
				[268, near],
				[312, near],
				[318, near - 4],
			],
			"url(#chrome)",
			0.3,
			"url(#face)",
		) +
		opening(318, near * 0.68, 0.3, 6, 30)
	);
}

/** Four-way wheel brace seen from above, two sockets towards the viewer. */
export function wheelBrace(): string {
	return lying(
		400,
		292,
		0,
		0.94,
		group("rotate(112)scale(.84-.92)", bar(40, 36)),
		group("rotate(18)", bar(42, 36)),
		ellipse(0, 0, 46, 40, "url(#edgeDark)"),
		circle(0, -2, 38, "url(#satin)"),
		circle(0, -3, 27, "url(#face)", { stroke: "#75818d", "stroke-width": 2 }),
	);
}
