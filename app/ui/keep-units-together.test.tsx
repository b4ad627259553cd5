import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { splitMeasures } from "#contract/measures.ts";
import { seedProducts } from "../../scripts/seed/rows.ts";
import { keepUnitsTogether } from "./keep-units-together.tsx";

const getMeasures = (text: string) => splitMeasures(text).filter((_, index) => index % 2 === 1);

test.each([
	["Ball-peen hammer, 680 g, fiberglass handle", ["Ball-peen", "680 g"]],
	["Click torque wrench, 1/2 in, 40–200 Nm", ["1/2 in", "40–200 Nm"]],
	["Combination wrench set, 8 pieces, 8–22 mm", ["8 pieces", "8–22 mm"]],
	["Hex key set, 9 pieces, 1.5 – 10 mm", ["9 pieces", "1.5 – 10 mm"]],
	["Feeler gauge, 13 blades, 0.05–1.00 mm", ["13 blades", "0.05–1.00 mm"]],
	["OBD-II code reader, 16-pin, USB-C", ["OBD-II", "16-pin", "USB-C"]],
	["Brake piston wind-back tool, 4 adapters", ["wind-back", "4 adapters"]],
	["Screwdriver, PH2 × 100 mm, slotted 6.5 × 100 mm", ["2 × 100 mm", "6.5 × 100 mm"]],
	["Mechanic's creeper, 1,020 mm, six casters", ["1,020 mm"]],
	["Oil drain pan, 8 L. Sizes 8–22, 17, 19 and 22 mm (14 oz)", ["8 L", "8–22", "22 mm", "14 oz"]],
	["Low-profile jack, 10 tools, 3 inches, part 06A-115-561, AB-12345", []],
])("finds the measures of %s", (text, measures) => {
	expect(getMeasures(text)).toEqual(measures);
});

test("splits text without changing it or creating long measures", () => {
	for (const { name, description } of seedProducts) {
		const texts = [name, description];
		expect(texts.map((text) => splitMeasures(text).join(""))).toEqual(texts);
		expect(Math.max(...texts.flatMap(getMeasures).map(({ length }) => length), 0)).toBeLessThan(16);
	}
	expect(getMeasures(`${"1".repeat(40)} mm, ${"9-".repeat(40)}mm`)).toEqual([]);
});

test("renders a measure in an element that does not wrap", () => {
	expect(renderToStaticMarkup(keepUnitsTogether("Jack, 3 t, low"))).toBe(
		'Jack, <span class="whitespace-nowrap">3 t</span>, low',
	);
});
