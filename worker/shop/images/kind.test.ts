import { expect, test } from "vitest";
import { imageKindOf } from "./kind.ts";

const bytes = (...parts: (string | number[])[]) =>
	Uint8Array.from(
		[...parts, new Array(16).fill(0)].flatMap((part) =>
			typeof part === "string" ? Array.from(part, (letter) => letter.charCodeAt(0)) : part,
		),
	);

test.each([
	["png", bytes([0x89], "PNG\r\n", [0x1a], "\n")],
	["jpg", bytes([0xff, 0xd8, 0xff, 0xe0])],
	["webp", bytes("RIFF", [1, 2, 3, 4], "WEBPVP8 ")],
	["avif", bytes([0, 0, 0, 0x1c], "ftypavif", [0, 0, 0, 0], "mif1miaf")],
	["avif", bytes([0, 0, 0, 0x1c], "ftypmif1", [0, 0, 0, 0], "miafavif")],
	["gif", bytes("GIF89a")],
])("%s is known by its bytes", (extension, content) => {
	expect(imageKindOf(content)?.extension).toBe(extension);
});

test.each([
	["an SVG", bytes("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>")],
	["a page", bytes("<!doctype html><img src=x>")],
	["a sound in RIFF", bytes("RIFF", [1, 2, 3, 4], "WAVEfmt ")],
	["a page with WebP's second mark", bytes("<svg", [1, 2, 3, 4], "WEBP<script/>")],
	["a film", bytes([0, 0, 0, 0x18], "ftypmp42", [0, 0, 0, 0], "mp42isom")],
	["a brand beyond the box", bytes([0, 0, 0, 0x10], "ftypmp42", [0, 0, 0, 0], "avif")],
	["a signature alone", Uint8Array.of(0xff, 0xd8, 0xff)],
	["nothing", new Uint8Array()],
])("%s is no picture", (_name, content) => {
	expect(imageKindOf(content)).toBeNull();
});
