import { afterAll, expect, test } from "vitest";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { createProduct } from "../../../tests/support/products.ts";
import { matchTypedLines } from "./interpretations.ts";
import { parseLines } from "./parse-lines.ts";

const localShop = createLocalShop();
afterAll(localShop.close);

for (const [partNumber, name] of [
	["QRD-8201", "Quoll A"],
	["QRD-8303", "Quoll B"],
	["7405", "Quoll C"],
	[null, "Bettong Ratchet"],
	[null, "Potoroo Driver 500"],
] as const) {
	await createProduct(localShop, { name, partNumber });
}

const matchText = async (text: string) => {
	const lines = parseLines(text).map((line) => ({ ...line, toolId: null }));
	return (await matchTypedLines(localShop.anonymousContext, lines)).map(({ line, match }) => [
		line.item,
		line.quantity.replace(/\D/g, ""),
		match.kind,
	]);
};

test.each([
	["8201 x 4", "8201", "4", "near_match"],
	["4 x 8201", "8201", "4", "near_match"],
	["8201 × 4", "8201", "4", "near_match"],
	["8201 * 4", "8201", "4", "near_match"],
	["8201 4", "8201", "4", "near_match"],
	["4 8201", "8201", "4", "near_match"],
	["8201\t4", "8201", "4", "near_match"],
	["4\t8201", "8201", "4", "near_match"],
	["8201 - 4", "8201", "4", "near_match"],
	["Quantity\tPart number\n8201\t4", "4", "8201", "not_found"],
	["QRD-8201 x 4", "QRD-8201", "4", "found"],
	["QRD-8201 * 4", "QRD-8201", "4", "found"],
	["4 x qrd 8201", "qrd 8201", "4", "found"],
	["7405 x 12", "7405", "12", "found"],
	["12 x 7405", "7405", "12", "found"],
	["9911 x 9922", "9922", "9911", "not_found"],
	["bettong ratchet 12", "bettong ratchet", "12", "found"],
	["12 bettong ratchets", "bettong ratchets", "12", "found"],
	["12 bettong", "bettong", "12", "near_match"],
	["potoroo driver 500", "potoroo driver 500", "", "found"],
	["potoroo driver 500 20", "potoroo driver 500", "20", "found"],
	["numbat wrench 12", "numbat wrench 12", "", "not_found"],
])("%j is item %j, quantity %j, %s", async (text, item, quantity, kind) => {
	expect(await matchText(text)).toEqual([[item, quantity, kind]]);
});

test("a line with two part numbers asks for the tool and the quantity", async () => {
	for (const text of ["8201 x 7405", "8201 x7405", "8201\t7405"]) {
		expect(await matchText(text)).toEqual([["8201 x 7405", "", "several_matches"]]);
	}
	expect(await matchText("8201 x 7405\n8303 x 2")).toHaveLength(2);
});
