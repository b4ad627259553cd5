import { expect, test } from "vitest";
import { isChanged, isFiltered } from "#contract/table-filters.ts";
import { readTableQuery } from "./table-query.ts";

const filters = {
	state: { label: "State", choices: { unpaid: "Unpaid", paid: "Paid" }, all: "All" },
	sort: { label: "Sort", choices: { newest: "Newest first", oldest: "Oldest first" } },
	by: { label: "Search by", choices: { email: "Email", tool: "Tool name" }, searchOnly: true },
} as const;

const read = (search: string) =>
	readTableQuery(new URL(search, "https://shop.test/table"), filters);
const defaults = { page: 0, search: "", state: null, sort: "newest", by: "email" };

test("without parameters, returns the first page, unfiltered, in the default order", () => {
	expect(read("")).toEqual(defaults);
});

test("reads page, search, filters and sort order from the URL", () => {
	const query = "?page=2&search=+ada+&state=paid&sort=oldest&by=tool";
	const expected = { page: 2, search: "ada", state: "paid", sort: "oldest", by: "tool" };
	expect(read(query)).toEqual(expected);
});

test.each([
	"?page=-1",
	"?page=1e9",
	"?state=lost",
	"?state=constructor",
	"?sort=",
	"?by=__proto__",
])("uses the default for the invalid query string %s", (query) => {
	expect(read(query)).toEqual(defaults);
});

test("a filter makes isFiltered and isChanged true, a sort order only isChanged, and a search column neither", () => {
	const flags = (query: string) => [
		isFiltered(filters, read(query)),
		isChanged(filters, read(query)),
	];
	expect(flags("?state=paid")).toEqual([true, true]);
	expect(flags("?sort=oldest")).toEqual([false, true]);
	expect(flags("?by=tool&search=a")).toEqual([false, false]);
});
