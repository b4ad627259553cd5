import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { seedProducts } from "../../../scripts/seed/rows.ts";
import { anyCharacter } from "../../../tests/support/any-character.ts";
import { createMatchQueries, createVocabulary } from "./search-text.ts";

const sqlite = new DatabaseSync(":memory:");
sqlite.exec(`create virtual table search using fts5(name, description, category,
	tokenize = 'porter unicode61 remove_diacritics 2', prefix = '2 3')`);
const insert = sqlite.prepare("insert into search values (?, ?, ?)");
for (const { name, description, category } of seedProducts) insert.run(name, description, category);
afterAll(() => sqlite.close());

const select = sqlite.prepare(
	`select name, rank from (
		select name, bm25(search, 10.0, 1.0, 0.0) as rank from search where search match ?
		union all select name, bm25(search, 10.0, 1.0, 0.0) from search where search match ?
	) order by rank limit 24`,
);

const selectRowids = sqlite.prepare("select rowid from search where search match ?");

/** Returns the names of the products found, the best match first. */
const find = (...query: Parameters<typeof createMatchQueries>) => {
	const matches = createMatchQueries(...query);
	return (
		matches && select.all(matches.nameOnly, matches.withDescription).map(({ name }) => String(name))
	);
};

test.each([
	["torque wrench", "Click torque wrench"],
	["Torque Spanner", "Click torque wrench"],
	["jack stands", "Jack stands"],
	["axle stand", "Jack stands"],
	["lug wrench", "Four-way lug wrench"],
	["tyre iron", "Four-way lug wrench"],
	["Allen keys", "Hex key set"],
	["allen wrench", "Hex key set"],
	["creeper", "Mechanic's creeper"],
	["mechanic’s creeper", "Mechanic's creeper"],
	["floor jack", "Low-profile floor jack"],
	["flashlight", "LED work light"],
	["scan tool", "OBD-II code reader"],
	["ratch", "Reversible ratchet"],
	["the pan for oil", "Oil drain pan"],
	["axle sta", "Jack stands"],
	["torque wren", "Click torque wrench"],
	["jack sta", "Jack stands"],
	["flashl", "LED work light"],
	["flas", "LED work light"],
	["PH2", "Screwdriver pair"],
	["hex 10mm", "Hex key set"],
	["lifting 10 t", "Hydraulic bottle jack"],
	["trolley jack", "Low-profile floor jack"],
	["wheel brace", "Four-way lug wrench"],
	["wheel nuts", "Four-way lug wrench"],
	["combination spanner", "Combination wrench set"],
	["ring spanner", "Combination wrench set"],
	["inspection lamp", "LED work light"],
	["colour screen", "OBD-II code reader"],
	["fibreglass", "Ball-peen hammer"],
	["adaptors", "Brake piston wind-back tool"],
	["grease nipples", "Lever grease gun"],
	["jack 3 ton", "Low-profile floor jack"],
	["3tons floor jack", "Low-profile floor jack"],
	["1/2 inch torque wrench", "Click torque wrench"],
	["3/8-inch ratchets", "Reversible ratchet"],
	["1/2inch sockets", "Deep impact socket set"],
	["10 pc socket set", "Deep impact socket set"],
	["8pcs wrench", "Combination wrench set"],
	['1/2" drive torque wrench', "Click torque wrench"],
	["3/8 in drive ratchet", "Reversible ratchet"],
	["8 liter pan", "Oil drain pan"],
	["8 litres", "Oil drain pan"],
])("the best match for %j is %s", (text, name) => {
	expect(find(text)?.[0]).toContain(name);
});

test.each(["a", "an", "and", "drive", "for", "of", "or", "the", "to", "with"])(
	"ignores %j",
	(word) => {
		expect(createMatchQueries(`${word} wrench`)).toEqual(createMatchQueries("wrench"));
		expect(createMatchQueries(word), "unless it is the only word").not.toBeNull();
	},
);

test("inch and ton find only tools whose names have the unit, not “in” or “doesn't” in a description", () => {
	expect(find("inch wrench")).toEqual([expect.stringContaining("Click torque wrench")]);
	for (const [text, unit] of [
		["inch", "in"],
		["ton", "t"],
	] as const) {
		const names = find(text) ?? [];
		expect(names).not.toEqual([]);
		for (const name of names) expect(name.split(/[ ,]/)).toContain(unit);
	}
});

test("wrench and spanner find the same products", () => {
	const [wrenches, spanners] = [find("wrench"), find("SPANNERS")];
	expect(wrenches?.toSorted()).toEqual(spanners?.toSorted());
	expect(wrenches?.length).toBeGreaterThan(2);
});

test("a search for petrol finds products for gasoline", () => {
	expect(find("gasoline")?.length).toBe(3);
	expect(find("petrol")?.toSorted()).toEqual(find("gasoline")?.toSorted());
});

test("requires every word to match, and numbers to match exactly", () => {
	expect(find("ratchet 1020")).toEqual([]);
	expect(find("10 mm")?.some((name) => name.includes("100 mm"))).toBe(false);
});

test.each([
	["19mm", "Deep socket 19 mm"],
	["19mm", "Wheel brace, 17, 19, 21 and 22 mm"],
	["19 mm", "Crowfoot 19mm"],
	["19 millimetre", "Deep socket 19 mm"],
	["multi meter", "Clamp multimeter"],
	["multi-meter", "Clamp multimeter"],
	["digital multi meter probe", "Clamp multimeter"],
	["obd 2", "OBD-II cable"],
	["obd2", "OBD-II cable"],
])("%j finds %s, which is spelled differently", (text, name) => {
	sqlite.exec("savepoint spelled");
	for (const toolName of [
		"Deep socket 19 mm",
		"Crowfoot 19mm",
		"Wheel brace, 17, 19, 21 and 22 mm",
		"OBD-II cable",
	]) {
		insert.run(toolName, "", "other");
	}
	insert.run("Clamp multimeter", "Digital, with a probe.", "other");
	const names = find(text);
	sqlite.exec("rollback to spelled; release spelled");
	expect(names).toContain(name);
});

test("no product matches both the name query and the description query", () => {
	const { nameOnly = "", withDescription = "" } = createMatchQueries("jack") ?? {};
	const findRows = (match: string) => selectRowids.all(match).map(({ rowid }) => rowid);
	expect(findRows(nameOnly).length).toBeGreaterThan(0);
	expect(findRows(nameOnly).filter((row) => findRows(withDescription).includes(row))).toEqual([]);
	expect(find("jack")).toHaveLength(findRows(nameOnly).length + findRows(withDescription).length);
});

test("a search in a category finds only its products", () => {
	const inAllCategories = find("steel") ?? [];
	const inCategory = find("steel", "lifting") ?? [];
	expect(inCategory.length).toBeGreaterThan(0);
	expect(inCategory.length).toBeLessThan(inAllCategories.length);
	expect(find("creeper", "diagnostics")).toEqual([]);
});

const vocabulary = createVocabulary(seedProducts.map(({ name }) => name));

test.each([
	["feeler guage", "Feeler gauge"],
	["feeler guag", "Feeler gauge"],
	["torqe wrnch", "Click torque wrench"],
	["torq wrnch", "Click torque wrench"],
	["scredriver", "Screwdriver pair"],
	["plyers", "Combination pliers"],
	["socets", "Deep impact socket set"],
	["spaner", "Combination wrench set"],
	["trolly jakc 3 tonne", "Low-profile floor jack, 3 t"],
	["meter", "Digital multimeter"],
	["eeper", "Mechanic's creeper"],
	["hydrauliks", "Hydraulic bottle jack"],
	["Jackstands", "Jack stands, 3 t"],
	["torquewrench", "Click torque wrench"],
])("%j is corrected and finds %s", (text, name) => {
	expect(find(text)?.join() ?? "").not.toContain(name);
	expect(find(text, null, vocabulary)?.join()).toContain(name);
});

test("known words, numbers and short words are not corrected", () => {
	for (const text of ["jack", "obd2", "10 mm", "led"]) {
		expect(createMatchQueries(text, null, vocabulary)).toEqual(createMatchQueries(text));
	}
});

test("a word that resembles no known word finds nothing", () => {
	expect(find("xylophone", null, vocabulary)).toEqual([]);
});

test.each(["", "  ", "!?*", '"', "'", "()", "^:-+"])("%j is an empty search", (text) => {
	expect(createMatchQueries(text)).toBeNull();
});

const syntax = "AND OR NOT NEAR( \" * ^ name: - ( ) a { } ' ;-- \0 10mm".split(" ");

const specialText = fc.oneof(
	fc.string({ unit: anyCharacter }),
	fc.string({ unit: "grapheme" }),
	fc.array(fc.constantFrom(...syntax)).map((parts) => parts.join(" ")),
);

test("no search causes a syntax error in the query", () => {
	fc.assert(
		fc.property(specialText, fc.constantFrom(null, vocabulary), (text, words) => {
			expect(() => find(text, null, words)).not.toThrow();
			expect(() => find(text, "hand-tools", words)).not.toThrow();
		}),
		{ numRuns: 1_000 },
	);
}, 60_000);

test("a search uses only the first eight words", () => {
	const names = createMatchQueries("wrench ".repeat(1_000))?.nameOnly ?? "";
	expect(names.split(" AND ")).toHaveLength(8);
});
