import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { buildIconSprite } from "../../scripts/icons.ts";

test("the committed icon sprite is up to date with the list of icon names", async () => {
	const committed = readFileSync(new URL("icons.svg", import.meta.url), "utf8");
	expect(committed).toBe(await buildIconSprite());
});
