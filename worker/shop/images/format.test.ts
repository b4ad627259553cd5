import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { smallPicture } from "../../../tests/support/pictures.ts";
import { detectImageFormat, readImageSize } from "./format.ts";

const toBytes = (...parts: (string | number[])[]) =>
	Uint8Array.from(
		[...parts, new Array(16).fill(0)].flatMap((part) =>
			typeof part === "string" ? Array.from(part, (letter) => letter.charCodeAt(0)) : part,
		),
	);

test.each([
	["png", toBytes([0x89], "PNG\r\n", [0x1a], "\n")],
	["jpg", toBytes([0xff, 0xd8, 0xff, 0xe0])],
	["webp", toBytes("RIFF", [1, 2, 3, 4], "WEBPVP8 ")],
	["avif", toBytes([0, 0, 0, 0x1c], "ftypavif", [0, 0, 0, 0], "mif1miaf")],
	["avif", toBytes([0, 0, 0, 0x1c], "ftypmif1", [0, 0, 0, 0], "miafavif")],
	["gif", toBytes("GIF89a")],
])("detects %s by its first bytes", (extension, content) => {
	expect(detectImageFormat(content)?.extension).toBe(extension);
});

test.each([
	["an SVG", toBytes("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>")],
	["an HTML page", toBytes("<!doctype html><img src=x>")],
	["a WAVE file", toBytes("RIFF", [1, 2, 3, 4], "WAVEfmt ")],
	["an SVG that contains WEBP like a WebP file", toBytes("<svg", [1, 2, 3, 4], "WEBP<script/>")],
	["an MP4 video", toBytes([0, 0, 0, 0x18], "ftypmp42", [0, 0, 0, 0], "mp42isom")],
	[
		"an avif brand outside the ftyp box",
		toBytes([0, 0, 0, 0x10], "ftypmp42", [0, 0, 0, 0], "avif"),
	],
	["a signature without content", Uint8Array.of(0xff, 0xd8, 0xff)],
	["an empty file", new Uint8Array()],
])("rejects %s", (_name, content) => {
	expect(detectImageFormat(content)).toBeNull();
});

const toCharCodes = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const pictures = new URL("../../../public/pictures/", import.meta.url);

test.each([
	["og.jpg", "image/jpeg", { width: 1200, height: 630 }],
	["torque-wrench-400.webp", "image/webp", { width: 400, height: 300 }],
])("reads the size of %s from its header", (name, type, size) => {
	expect(readImageSize(readFileSync(new URL(name, pictures)), type)).toEqual(size);
});

test.each([
	["image/png", { width: 10, height: 10 }, smallPicture.buffer],
	[
		"image/gif",
		{ width: 513, height: 1027 },
		Uint8Array.from([...toCharCodes("GIF89a"), 1, 2, 3, 4]),
	],
	[
		"image/webp",
		{ width: 16_384, height: 8_192 },
		toBytes("RIFF....WEBPVP8X", [10, 0, 0, 0, 0, 0, 0, 0, 0xff, 0x3f, 0, 0xff, 0x1f, 0]),
	],
	[
		"image/webp",
		{ width: 256, height: 64 },
		toBytes("RIFF....WEBPVP8L", [0, 0, 0, 0, 0x2f, 0xff, 0xc0, 0x0f, 0, 0]),
	],
	[
		"image/jpeg",
		{ width: 512, height: 256 },
		Uint8Array.from([0xff, 0xd8, 0xff, 0xff, 0xff, 0xc0, 0, 11, 8, 1, 0, 2, 0, 1, 1, 0x11, 0]),
	],
	["image/avif", null, Uint8Array.from(toCharCodes("....ftypavif"))],
	["image/jpeg", null, Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0])],
	["image/png", null, Uint8Array.from(toCharCodes("no header in this one at all"))],
])("reads the size of an %s from its header: %o", (type, size, content) => {
	expect(readImageSize(content, type)).toEqual(size);
});
