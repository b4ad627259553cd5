import { expect, test } from "vitest";
import { findHtmlErrors } from "./html-errors.ts";

const input = (id: string, form = "") =>
	`<label>Stock <input type="text" id="${id}" name="stock"${form}></label>`;
const page = (content: string) =>
	`<!DOCTYPE html><html lang="en"><head><title>Shop</title></head><body>${content}</body></html>`;
const form = (id: string, content: string) => `<form id="${id}" method="post">${content}</form>`;
const ofB = ' form="b"';

test.each([
	["of different forms", form("a", input("first") + input("second", ofB)) + form("b", ""), 0],
	["of one form", form("a", input("first") + input("second")), 1],
	[
		"of one form by their `form` attribute, inside another",
		form("a", input("first", ofB) + input("second", ofB)) + form("b", ""),
		1,
	],
	[
		"of one form, one of them inside another",
		form("a", input("first") + input("second", ofB)) + form("b", input("third")),
		1,
	],
])("reports controls of the same name if they are %s", async (_, content, errors) => {
	const found = await findHtmlErrors(page(content));
	expect(found.filter((line) => line.startsWith("form-dup-name"))).toHaveLength(errors);
});
