import { expect, test } from "vitest";
import { isKnown, tagOf } from "./tag.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("a tag names the content, and nothing else", async () => {
	expect(await tagOf(bytes("a"))).toBe(await tagOf(bytes("a")));
	expect(await tagOf(bytes("a"))).not.toBe(await tagOf(bytes("b")));
});

test.each([
	['W/"a"', true],
	['"a"', true],
	['"b", W/"a"', true],
	["*", true],
	['"b"', false],
	['"ab"', false],
	["a", false],
	["", false],
	[null, false],
])("If-None-Match: %s", (header, known) => {
	expect(isKnown('W/"a"', header)).toBe(known);
});

test("a strong tag that holds a W and a slash is known as it is", () => {
	expect(isKnown('"aW/b"', '"aW/b"')).toBe(true);
});
