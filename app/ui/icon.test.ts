import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { iconSprite } from "../../scripts/icons.ts";

test("the sprite is what the list of icon names generates", async () => {
	const shipped = readFileSync(new URL("../../public/icons.svg", import.meta.url), "utf8");
	expect(shipped).toBe(await iconSprite());
});
