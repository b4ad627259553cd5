import { expect, test } from "vitest";
import { priceCentsLimits, textLength } from "../limits.ts";
import { toolFilterEntries } from "../tool-filters.ts";
import { noFilters, readToolsQuery, type ToolsQuery, toolsPath } from "./tools-query.ts";

const defaults: ToolsQuery = {
	...noFilters,
	q: "",
	sort: "featured",
	page: 0,
};

const read = (query: string) => readToolsQuery(new URLSearchParams(query));

test.each<[string, Partial<ToolsQuery>]>([
	["", {}],
	["q=bar", { q: "bar", sort: "relevance" }],
	["q=++torque%09+wrench+", { q: "torque wrench", sort: "relevance" }],
	[`q=${"a".repeat(200)}`, { q: "a".repeat(textLength.toolSearch), sort: "relevance" }],
	[
		`q=+${"a".repeat(textLength.toolSearch)}`,
		{ q: "a".repeat(textLength.toolSearch), sort: "relevance" },
	],
	[
		`q=${"a".repeat(textLength.toolSearch - 1)}+b`,
		{ q: "a".repeat(textLength.toolSearch - 1), sort: "relevance" },
	],
	["category=no-such-category", {}],
	["min=5&max=19.99", { min: 500, max: 1_999 }],
	["min=19.99&max=5", { min: 500, max: 1_999 }],
	["min=7&max=7", { min: 700, max: 700 }],
	["min=5", { min: 500 }],
	["max=5", { max: 500 }],
	["min=-1&max=cheap", {}],
	[`max=${priceCentsLimits.max / 100}`, { max: priceCentsLimits.max }],
	[`max=${priceCentsLimits.max / 100 + 0.01}`, {}],
	["stock=in", { stock: true }],
	["stock=out", {}],
	["sort=price-up", { sort: "price-up" }],
	["sort=relevance", {}],
	["q=bar&sort=featured", { q: "bar", sort: "featured" }],
	["sort=cheapest", {}],
	["page=1", { page: 1 }],
	["page=-1", {}],
	["page=x1", {}],
	["page=1x", {}],
	["page=999999", {}],
])("parses /tools?%s, ignoring invalid parameters", (query, expected) => {
	expect(read(query)).toEqual({ ...defaults, ...expected });
});

test.each<[Partial<ToolsQuery>, string]>([
	[{}, "/tools"],
	[defaults, "/tools"],
	[{ q: "bar" }, "/tools?q=bar"],
	[{ q: "bar", sort: "relevance" }, "/tools?q=bar"],
	[{ q: "bar", sort: "featured" }, "/tools?q=bar&sort=featured"],
	[{ sort: "name" }, "/tools?sort=name"],
	[{ min: 0 }, "/tools?min=0"],
	[{ min: 500 }, "/tools?min=5"],
	[{ max: 1_999 }, "/tools?max=19.99"],
	[{ min: null, max: null }, "/tools"],
	[{ stock: true, page: 2 }, "/tools?stock=in&page=2"],
	[{ category: "hand-tools" }, "/tools?category=hand-tools"],
])("formats the query %j as %s, which parses to the same query", (query, path) => {
	expect(toolsPath(query)).toBe(path);
	const sort = query.sort ?? (query.q ? "relevance" : "featured");
	expect(read(path.split("?")[1] ?? "")).toEqual({ ...defaults, ...query, sort });
});

const filterChoices = toolFilterEntries.flatMap(([name, { choices = [] }]) =>
	choices.map((choice) => `${name}=${choice}`),
);

test.each(filterChoices)("the URL keeps the filter %s unless its value is invalid", (choice) => {
	expect(toolsPath(read(choice))).toBe(`/tools?${choice}`);
	expect(toolsPath(read(`${choice}-x`))).toBe("/tools");
});
