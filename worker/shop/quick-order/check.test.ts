import { afterAll, expect, test } from "vitest";
import { basketLinesMax } from "#contract/limits.ts";
import { createLocalShop } from "../../../tests/support/local-shop.ts";
import { createProduct } from "../../../tests/support/products.ts";
import { checkLines, getOrderableItems } from "./check.ts";
import type { RequestedLine } from "./interpretations.ts";

const localShop = createLocalShop();
afterAll(localShop.close);

/**
 * Adds a tool, by default with a stock of 100, a minimum order of 10, and a price of $12.50.
 * @returns the tool's id
 */
const addTool = async (overrides: Parameters<typeof createProduct>[1]): Promise<string> =>
	(await createProduct(localShop, overrides)).id;

const createLine = (
	item: string,
	quantity: string,
	toolId: string | null = null,
): RequestedLine => ({ item, quantity, toolId });

async function checkOneLine(item: string, quantity: string, shouldRound = false) {
	const [checked] = await checkLines(
		localShop.anonymousContext,
		[createLine(item, quantity)],
		shouldRound,
	);
	if (!checked) throw new Error("The line was not checked.");
	return checked;
}

const wrenchId = await addTool({
	name: "Zirconium Torque Wrench",
	partNumber: "ZTW-1000",
	priceBreaks: [[50, 1_000]],
});
await addTool({ name: "Carton Glove", partNumber: "CG-12", minimum: 12, orderMultiple: 12 });
await addTool({ name: "Scarce Puller", quantity: 40 });
await addTool({ name: "Sold Out Bender", quantity: 9 });
await addTool({ name: "Quokka Pliers Long" });
await addTool({ name: "Quokka Pliers Short" });
await addTool({ name: "Jackdaw Clamp", partNumber: "J1X-5000" });
await addTool({ name: "Deleted Quern", partNumber: "DQ-9000", deletedAt: new Date() });

test.each([
	"ZTW-1000",
	"ztw 1000",
	"ztw1000",
	"ZTW\u20111000",
	"#ZTW–1000",
	"ＺＴＷ\u00ad-1000",
	"Zirconium Torque Wrench",
	"zirconium torque wrenches",
])("%s is found", async (item) => {
	expect(await checkOneLine(item, "12")).toMatchObject({
		result: "found",
		message: null,
		tool: { productId: wrenchId, quantity: 12, unitCents: 1_250, totalCents: 15_000 },
	});
});

test("applies the price break of the quantity", async () => {
	const { tool } = await checkOneLine("ZTW-1000", "60");
	expect(tool).toMatchObject({ unitCents: 1_000, totalCents: 60_000 });
});

test("a line below the minimum order shows the next price break, if there is one", async () => {
	const { tool } = await checkOneLine("ZTW-1000", "3");
	expect(tool).toMatchObject({ unitCents: 1_250, nextBreak: [50, 1_000] });
	expect((await checkOneLine("Scarce Puller", "3")).tool?.nextBreak).toBeNull();
});

test("reads full-width digits, which some keyboards type", async () => {
	expect(await checkOneLine("ZTW-1000", "１，２００")).toMatchObject({ tool: { quantity: 1_200 } });
	expect(await checkOneLine("ZTW-1000", "１２")).toMatchObject({ result: "found" });
});

test.each([
	"1000",
	"ZTW-l000",
	"ZTW-1O00",
	"ZTW-10000",
	"TZW-1000",
	"ZTW-100",
	"Zirconum wrench",
	"zirconium",
])("%s is only a near match", async (item) => {
	const checked = await checkOneLine(item, "12");
	expect(checked).toMatchObject({
		result: "near_match",
		tool: null,
		choices: [{ productId: wrenchId }],
	});
	expect(getOrderableItems([checked])).toEqual([]);
});

test("offers the tool whose part number has lost its leading zeros in a spreadsheet", async () => {
	await addTool({ name: "Echidna Bit", partNumber: "000-84" });
	expect(await checkOneLine("84", "12")).toMatchObject({
		result: "near_match",
		choices: [{ name: "Echidna Bit" }],
	});
	expect(await checkOneLine("840", "12")).toMatchObject({ result: "not_found" });
});

test("completes a part key of at least four characters", async () => {
	expect(await checkOneLine("J1X-5", "12")).toMatchObject({
		result: "near_match",
		choices: [{ name: "Jackdaw Clamp" }],
	});
});

test("offers both tools whose part numbers have the same digits", async () => {
	await addTool({ name: "Numbat Bar", partNumber: "NB-7310" });
	await addTool({ name: "Numbat Socket", partNumber: "XNB-7310" });
	expect(await checkOneLine("7310", "12")).toMatchObject({
		result: "near_match",
		choices: [{ name: "Numbat Bar" }, { name: "Numbat Socket" }],
	});
});

test("finds the tool that the customer chose from several matches", async () => {
	const { result, choices } = await checkOneLine("quokka", "10");
	expect(result).toBe("several_matches");
	expect(choices.map(({ name }) => name)).toEqual(["Quokka Pliers Long", "Quokka Pliers Short"]);
	const [, shortPliers] = choices;
	const chosen = createLine("quokka", "10", shortPliers?.productId ?? "");
	const [checked] = await checkLines(localShop.anonymousContext, [chosen]);
	expect(checked).toMatchObject({ result: "found", tool: { name: "Quokka Pliers Short" } });
});

test.each([
	["ZTW-1000", "3", "below_minimum", "The minimum order is 10 pieces.", 10],
	["Scarce Puller", "50", "insufficient_stock", "Only 40 pieces in stock.", 40],
	["Sold Out Bender", "10", "out_of_stock", "Out of stock.", null],
	["CG-12", "30", "not_whole_cartons", "Sold in cartons of 12 pieces.", 36],
	["ZTW-1000", "", "no_quantity", expect.stringContaining("Enter how many"), 10],
	["ZTW-1000", "a dozen", "no_quantity", expect.stringContaining("Enter how many"), 10],
	["ZTW-1000", "12.000", "no_quantity", expect.stringContaining("digits only"), 10],
])("%s, %j is %s", async (item, quantity, result, message, orderableQuantity) => {
	expect(await checkOneLine(item, quantity)).toMatchObject({
		result,
		message,
		tool: { orderableQuantity },
	});
});

test.each(["ZTW-1100", "DQ-9000", "Deleted Quern", "xyzzy", "J1X", "-", ""])(
	"%j is not found",
	async (item) => {
		expect(await checkOneLine(item, "5")).toMatchObject({
			result: "not_found",
			tool: null,
			choices: [],
		});
	},
);

test("rounds quantities to the nearest that can be ordered", async () => {
	for (const [item, typedQuantity, quantity] of [
		["ZTW-1000", "3", "10"],
		["Scarce Puller", "50", "40"],
		["CG-12", "30", "36"],
	] as const) {
		expect(await checkOneLine(item, typedQuantity, true)).toMatchObject({
			result: "found",
			quantity,
		});
	}
	expect(await checkOneLine("Sold Out Bender", "10", true)).toMatchObject({
		result: "out_of_stock",
	});
});

test("adds up lines that name the same tool in different ways", async () => {
	const lines = [
		createLine("ztw1000", "12"),
		createLine("xyzzy", "1"),
		createLine("Zirconium Torque Wrench", "40"),
	];
	const checked = await checkLines(localShop.anonymousContext, [
		...lines,
		createLine("ZTW-1000", ""),
	]);
	expect(checked).toMatchObject([
		{ mergedLineCount: 3, quantity: "52", tool: { quantity: 52, unitCents: 1_000 } },
		{ result: "not_found", mergedLineCount: 1 },
	]);
});

test("asks for the quantity if one of the lines of a tool has a quantity that cannot be read", async () => {
	const checkQuantities = async (...quantities: string[]) =>
		(
			await checkLines(
				localShop.anonymousContext,
				quantities.map((quantity) => createLine("ZTW-1000", quantity)),
			)
		).map(({ quantity, result }) => [quantity, result]);
	expect(await checkQuantities("12", "a dozen")).toEqual([["12 + a dozen", "no_quantity"]]);
	expect(await checkQuantities("600000", "600000", "10")).toEqual([
		["1200000 + 10", "no_quantity"],
	]);
	expect(await checkQuantities("12", "0", "8")).toEqual([["20", "found"]]);
});

test("treats the search's query syntax as plain text", async () => {
	for (const item of ['" OR name : *', "') --", "name NOT wrench*", "%_", "a".repeat(500)]) {
		expect(["not_found", "near_match", "several_matches"]).toContain(
			(await checkOneLine(item, "1")).result,
		);
	}
});

test("200 lines take three round trips and nine statements, each with at most 100 parameters", async () => {
	const counts: number[] = [];
	const context = localShop.createContext(null, (statements) => {
		counts.push(statements.length);
	});
	const items = ["ZTW-1000", "quokka", "zirconum", "ZTW-l000", "xyzzy"];
	const lines = Array.from({ length: basketLinesMax }, (_, index) =>
		createLine(`${items[index % items.length]}${index < 5 ? "" : ` ${index}`}`, "12"),
	);
	const checked = await checkLines(context, lines);
	expect(checked).toHaveLength(basketLinesMax);
	expect(checked.slice(0, 5).map(({ result }) => result)).toEqual([
		"found",
		"several_matches",
		"near_match",
		"near_match",
		"not_found",
	]);
	expect(counts).toEqual([3, 5, 1]);
});

test("the corrections of 200 long part numbers fit into D1's parameters", async () => {
	for (const length of [32, 33, 120]) {
		const item = Array.from({ length }, (_, index) => "1i0o5s8b2zl"[(index * 7) % 11]).join("");
		const lines = Array.from({ length: basketLinesMax }, () => createLine(item, "1"));
		const checked = await checkLines(localShop.anonymousContext, lines);
		expect(checked.map(({ result }) => result)).toEqual(lines.map(() => "not_found"));
	}
});

test("corrects only the first lines if 200 lines have unknown words", async () => {
	const letters = "abcdefghijklmnopqrstuvwxyz";
	const createWord = (seed: number) =>
		Array.from(
			{ length: 9 },
			(_, index) => letters[(seed * (2 * index + 3) + index ** 2) % 26],
		).join("") +
		(letters[Math.floor(seed / 26) % 26] ?? "") +
		(letters[Math.floor(seed / 676) % 26] ?? "");
	const createWords = (firstSeed: number, count: number) =>
		Array.from({ length: count }, (_, index) => createWord(firstSeed + index)).join(" ");
	for (let index = 0; index < 500; index += 1) await addTool({ name: createWords(4 * index, 4) });
	const unknownLines = Array.from({ length: basketLinesMax - 2 }, (_, index) =>
		createLine(createWords(9_000 + 8 * index, 8), "12"),
	);
	const misspelled = createLine("zirconum", "12");
	const checked = await checkLines(localShop.anonymousContext, [
		misspelled,
		...unknownLines,
		misspelled,
	]);
	expect([checked[0]?.result, checked.at(-1)?.result]).toEqual(["near_match", "not_found"]);
	expect(checked).toHaveLength(basketLinesMax);
});
