import { expect, test } from "vitest";
import { differsFromDefault, isFiltered } from "#contract/table-filters.ts";
import { readTableQuery } from "./table-query.ts";

const filters = {
	state: { label: "Status", choices: { unpaid: "Unpaid", paid: "Paid" }, noFilterLabel: "All" },
	sort: { label: "Sort", choices: { newest: "Newest first", oldest: "Oldest first" } },
	searchBy: {
		label: "Search by",
		choices: { email: "Email", tool: "Tool name" },
		appliesToSearchOnly: true,
	},
} as const;

const read = (search: string) =>
	readTableQuery(new URL(search, "https://shop.test/table"), filters);
const defaults = { page: 0, search: "", state: null, sort: "newest", searchBy: "email" };

test("returns the first page, unfiltered and in the default order, if there are no parameters", () => {
	expect(read("")).toEqual(defaults);
});

test("reads page, search, filters and sort order from the URL", () => {
	const query = "?page=2&search=+ada+&state=paid&sort=oldest&searchBy=tool";
	const expected = { page: 2, search: "ada", state: "paid", sort: "oldest", searchBy: "tool" };
	expect(read(query)).toEqual(expected);
});

test.each([
	"?page=-1",
	"?page=1e9",
	"?state=lost",
	"?state=constructor",
	"?sort=",
	"?searchBy=__proto__",
])("uses the default for the invalid query string %s", (query) => {
	expect(read(query)).toEqual(defaults);
});

test.each([
	["a filter", "?state=paid", true, true],
	["a sort order", "?sort=oldest", false, true],
	["a search column", "?searchBy=tool&search=a", false, false],
])("%s (%s) makes isFiltered %s and differsFromDefault %s", (_, query, filtered, differs) => {
	expect(isFiltered(filters, read(query))).toBe(filtered);
	expect(differsFromDefault(filters, read(query))).toBe(differs);
});
