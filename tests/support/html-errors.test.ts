import { expect, test } from "vitest";
import { findHtmlErrors } from "./html-errors.ts";

const input = (id: string, form = "") =>
	`<label>Stock <input type="text" id="${id}" name="stock"${form}></label>`;
const page = (content: string) =>
	`<!DOCTYPE html><html lang="en"><head><title>Shop</title></head><body>${content}</body></html>`;
const form = (id: string, content: string) => `<form id="${id}" method="post">${content}</form>`;
const formB = ' form="b"';

test.each([
	["of different forms", form("a", input("first") + input("second", formB)) + form("b", ""), 0],
	["of one form", form("a", input("first") + input("second")), 1],
	[
		"of one form by their `form` attribute, inside another",
		form("a", input("first", formB) + input("second", formB)) + form("b", ""),
		1,
	],
	[
		"of one form, one of them inside another",
		form("a", input("first") + input("second", formB)) + form("b", input("third")),
		1,
	],
])("reports controls of the same name if they are %s", async (_, content, errorCount) => {
	const lines = await findHtmlErrors(page(content));
	expect(lines.filter((line) => line.startsWith("form-dup-name"))).toHaveLength(errorCount);
});
