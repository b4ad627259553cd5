import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { seedProducts } from "../../../scripts/seed/rows.ts";
import { matchesOf } from "./search-text.ts";

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

const count = sqlite.prepare("select rowid from search where search match ?");

/** @returns the names of the tools found, the best first */
const find = (...asked: Parameters<typeof matchesOf>) => {
	const matches = matchesOf(...asked);
	return matches && select.all(matches.names, matches.texts).map(({ name }) => String(name));
};

test.each([
	["torque wrench", "Click torque wrench"],
	["Torque Spanner", "Click torque wrench"],
	["jack stands", "Axle stands"],
	["axle stand", "Axle stands"],
	["lug wrench", "Four-way wheel brace"],
	["tyre iron", "Four-way wheel brace"],
	["Allen keys", "Hex key set"],
	["allen wrench", "Hex key set"],
	["creeper", "Mechanic's creeper"],
	["mechanic’s creeper", "Mechanic's creeper"],
	["floor jack", "Low-profile trolley jack"],
	["flashlight", "LED inspection lamp"],
	["scan tool", "OBD-II code reader"],
	["ratch", "Reversible ratchet"],
	["the pan for oil", "Oil drain pan"],
	["axle sta", "Axle stands"],
	["torque wren", "Click torque wrench"],
	["jack sta", "Axle stands"],
	["flashl", "LED inspection lamp"],
	["PH2", "Screwdriver pair"],
	["hex 10mm", "Hex key set"],
	["lifting 10 t", "Hydraulic bottle jack"],
])("%j finds first: %s", (text, name) => {
	expect(find(text)?.[0]).toContain(name);
});

test("a wrench is a spanner, and the other way round", () => {
	const [wrenches, spanners] = [find("wrench"), find("SPANNERS")];
	expect(wrenches?.toSorted()).toEqual(spanners?.toSorted());
	expect(wrenches?.length).toBeGreaterThan(2);
});

test("every word is required, and a number matches exactly", () => {
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
])("%j finds %s in spite of another spelling", (text, name) => {
	sqlite.exec("savepoint spelled");
	for (const other of [
		"Deep socket 19 mm",
		"Crowfoot 19mm",
		"Wheel brace, 17, 19, 21 and 22 mm",
		"OBD-II cable",
	]) {
		insert.run(other, "", "other");
	}
	insert.run("Clamp multimeter", "Digital, with a probe.", "other");
	const found = find(text);
	sqlite.exec("rollback to spelled; release spelled");
	expect(found).toContain(name);
});

test("a tool is found by its name or by its texts, never by both", () => {
	const { names = "", texts = "" } = matchesOf("jack") ?? {};
	const of = (match: string) => count.all(match).map(({ rowid }) => rowid);
	expect(of(names).length).toBeGreaterThan(0);
	expect(of(names).filter((row) => of(texts).includes(row))).toEqual([]);
	expect(find("jack")).toHaveLength(of(names).length + of(texts).length);
});

test("only tools of the category are found", () => {
	const all = find("steel") ?? [];
	const some = find("steel", "lifting") ?? [];
	expect(some.length).toBeGreaterThan(0);
	expect(some.length).toBeLessThan(all.length);
	expect(find("creeper", "diagnostics")).toEqual([]);
});

test("a fuzzy search matches the beginnings of words", () => {
	expect(find("spaner")).toEqual([]);
	expect(find("spaner", null, true)?.length).toBeGreaterThan(0);
	expect(find("hydrauli", null, true)?.[0]).toContain("Hydraulic bottle jack");
});

test.each(["", "  ", "!?*", '"', "'", "()", "^:-+"])("%j is an empty search", (text) => {
	expect(matchesOf(text)).toBeNull();
});

const nasty = fc.oneof(
	fc.string({ unit: "binary" }),
	fc.string({ unit: "grapheme" }),
	fc
		.array(
			fc.constantFrom(
				"AND",
				"OR",
				"NOT",
				"NEAR(",
				'"',
				"*",
				"^",
				"name:",
				"-",
				"(",
				")",
				"a",
				"{",
				"}",
				"'",
				";--",
				"\0",
				"10mm",
			),
		)
		.map((parts) => parts.join(" ")),
);

test("no text breaks the query, in any category, fuzzy or exact", () => {
	fc.assert(
		fc.property(nasty, fc.boolean(), (text, loosely) => {
			expect(() => find(text, null, loosely)).not.toThrow();
			expect(() => find(text, "hand-tools", loosely)).not.toThrow();
		}),
		{ numRuns: 1_000 },
	);
}, 60_000);

test("a search reads eight words of a text of any length", () => {
	const names = matchesOf("wrench ".repeat(1_000))?.names ?? "";
	expect(names.split(" AND ")).toHaveLength(8);
});
