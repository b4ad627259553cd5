import { expect, test } from "vitest";
import { findZip } from "./us-zip.ts";

test.each([
	["12 Harbor Road, Bristol, RI 02809", "02809"],
	["12345 Main Street\nAustin, TX 78701-1234\nUSA", "78701-1234"],
	["12 Harbor Road", undefined],
	["Musterstraße 1, 1010 Wien", undefined],
	["Part 123456, Dock 7", undefined],
	["", undefined],
])("the ZIP code of %j is %s", (address, zip) => {
	expect(findZip(address)).toBe(zip);
});
