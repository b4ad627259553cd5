import { expect, test } from "vitest";
import { isChanged, isFiltered, readTableQuery } from "./table-query.ts";

const filters = {
	state: { label: "State", choices: { unpaid: "Unpaid", paid: "Paid" }, all: "All" },
	sort: { label: "Sort", choices: { newest: "Newest first", oldest: "Oldest first" } },
	by: { label: "Search by", choices: { email: "Email", tool: "Tool name" }, ofSearch: true },
} as const;

const read = (search: string) =>
	readTableQuery(new URL(search, "https://shop.test/table"), filters);
const start = { page: 0, search: "", state: null, sort: "newest", by: "email" };

test("a URL without parameters is the first page, unfiltered, in the default order", () => {
	expect(read("")).toEqual(start);
});

test("a URL has the page, search, filters and sort order of a table", () => {
	const address = "?page=2&search=+ada+&state=paid&sort=oldest&by=tool";
	const asked = { page: 2, search: "ada", state: "paid", sort: "oldest", by: "tool" };
	expect(read(address)).toEqual(asked);
});

test.each([
	"?page=-1",
	"?page=1e9",
	"?state=lost",
	"?state=constructor",
	"?sort=",
	"?by=__proto__",
])("%s is invalid, so the default is used", (address) => {
	expect(read(address)).toEqual(start);
});

test("a filter leaves rows out; a sort order only changes what is shown; what is searched does neither", () => {
	const judge = (address: string) => [
		isFiltered(filters, read(address)),
		isChanged(filters, read(address)),
	];
	expect(judge("?state=paid")).toEqual([true, true]);
	expect(judge("?sort=oldest")).toEqual([false, true]);
	expect(judge("?by=tool&search=a")).toEqual([false, false]);
});
