import { expect, test } from "vitest";
import { keepUnitsTogether } from "./keep-units-together.ts";

test.each([
	["Ball-peen hammer, 680 g, handle", "Ball-peen hammer, 680\u00a0g, handle"],
	["1/2 in, 40–200 Nm", "1/2\u00a0in, 40–200\u00a0Nm"],
	["Jack, 3 t", "Jack, 3\u00a0t"],
	["Set, 8 pieces, 10 tools", "Set, 8 pieces, 10 tools"],
])("makes only the spaces between numbers and units non-breaking in %s", (text, expected) => {
	expect(keepUnitsTogether(text)).toBe(expected);
});
