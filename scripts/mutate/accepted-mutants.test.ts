import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { acceptedMutants } from "./accepted-mutants.ts";
import { instrument } from "./instrument.ts";

test("each accepted mutant exists in the code", () => {
	const keys = Object.keys(acceptedMutants);
	const files = new Set(keys.map((key) => key.slice(0, key.indexOf(" "))));
	const existingKeys = [...files].flatMap((file) =>
		instrument(file, readFileSync(file, "utf8"), 1, "").mutants.map(({ key }) => key),
	);
	expect(keys.filter((key) => !existingKeys.includes(key))).toEqual([]);
});
