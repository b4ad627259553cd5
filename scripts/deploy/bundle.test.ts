import { expect, test } from "vitest";
import { findMarkers, findSandbox } from "./bundle.ts";

const markers = await findMarkers();

test("the sandbox is known by sentences that only it says", () => {
	expect(markers.length).toBeGreaterThan(20);
	expect(markers).toContain("The sandbox has no such address.");
	expect(markers.every((marker) => /^[A-Z]/.test(marker))).toBe(true);
});

test("one sentence of it gives a bundle away", () => {
	const [marker = ""] = markers;
	const files = new Map([
		["index.js", "export default {}"],
		["assets/a.js", `throw Error("${marker}")`],
	]);
	expect(findSandbox(files, [marker])).toEqual([`assets/a.js: “${marker}”`]);
	expect(findSandbox(new Map([["index.js", ""]]), [marker])).toEqual([]);
});
