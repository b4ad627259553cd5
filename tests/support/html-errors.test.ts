import { expect, test } from "vitest";
import { findHtmlErrors } from "./html-errors.ts";

const input = (id: string, form = "") =>
	`<label>Stock <input type="text" id="${id}" name="stock"${form}></label>`;
const page = (content: string) =>
	`<!DOCTYPE html><html lang="en"><head><title>Shop</title></head><body>${content}</body></html>`;
const form = (id: string, content: string) => `<form id="${id}" method="post">${content}</form>`;
const formB = ' form="b"';

const findDuplicateNames = async (content: string) =>
	(await findHtmlErrors(page(content))).filter((line) => line.startsWith("form-dup-name"));

test("allows controls with the same name in different forms", async () => {
	const content = form("a", input("first") + input("second", formB)) + form("b", "");
	expect(await findDuplicateNames(content)).toEqual([]);
});

test.each([
	["contains both", form("a", input("first") + input("second"))],
	[
		"is the `form` attribute of both",
		form("a", input("first", formB) + input("second", formB)) + form("b", ""),
	],
	[
		"contains one and is the `form` attribute of the other",
		form("a", input("first") + input("second", formB)) + form("b", input("third")),
	],
])("reports controls with the same name if one form %s", async (_, content) => {
	expect(await findDuplicateNames(content)).toHaveLength(1);
});
