import { expect, test } from "vitest";
import { findMarkers, findSandbox } from "./bundle.ts";

const markers = findMarkers();

test("the sandbox is recognized by sentences that only it contains", () => {
	expect(markers.length).toBeGreaterThan(20);
	expect(markers).toContain("Not found in the sandbox.");
	expect(markers.every((marker) => /^[A-Z]/.test(marker))).toBe(true);
});

test("one sentence of the sandbox in a bundle is found", () => {
	const [marker = ""] = markers;
	const files = new Map([
		["index.js", "export default {}"],
		["assets/a.js", `throw Error("${marker}")`],
	]);
	expect(findSandbox(files, [marker])).toEqual([`assets/a.js: “${marker}”`]);
	expect(findSandbox(new Map([["index.js", ""]]), [marker])).toEqual([]);
});
