import { expect, test } from "vitest";
import { smallPicture } from "../../../tests/support/pictures.ts";
import { stripMetadata } from "./metadata.ts";

const toCharCodes = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const joinBytes = (...parts: (number[] | Uint8Array)[]) =>
	Uint8Array.from(parts.flatMap((part) => [...part]));
const includesText = (picture: Uint8Array, text: string) => Buffer.from(picture).includes(text);

/** Creates a JPEG segment: marker, length, content. */
const createSegment = (marker: number, content: number[]) =>
	[0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff].concat(content);

/** Creates little-endian EXIF with an orientation, and text in place of a location. */
const createExif = (orientation: number) =>
	createSegment(0xe1, [
		...toCharCodes("Exif\0\0II*\0"),
		...[8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0],
		...toCharCodes("GPS 52.5 13.4"),
	]);

const scanData = createSegment(0xda, [1, 1, 0, 0, 63, 0]).concat(
	0x12,
	0xff,
	0x00,
	0x34,
	0xff,
	0xd0,
	0x56,
);
const frame = createSegment(0xc0, [8, 0, 1, 0, 1, 1, 1, 0x11, 0]);
const colorProfile = createSegment(0xe2, toCharCodes("ICC_PROFILE\0sRGB"));

test("removes the location, comments, and appended data from a photo, and keeps its pixels and orientation", () => {
	const photo = joinBytes(
		[0xff, 0xd8],
		createSegment(0xe0, toCharCodes("JFIF\0")),
		createExif(6),
		createSegment(0xe1, toCharCodes("http://ns.adobe.com/xap/1.0/\0GPS")),
		createSegment(0xed, toCharCodes("Photoshop GPS")),
		createSegment(0xfe, toCharCodes("comment GPS")),
		colorProfile,
		frame,
		scanData,
		[0xff, 0xd9],
		toCharCodes("GPS in a second picture"),
	);
	const stripped = stripMetadata(photo, "image/jpeg");
	expect(includesText(stripped, "GPS")).toBe(false);
	const expected = joinBytes(
		createSegment(0xe0, toCharCodes("JFIF\0")),
		colorProfile,
		frame,
		scanData,
		[0xff, 0xd9],
	);
	expect(Buffer.from(stripped).subarray(-expected.length)).toEqual(Buffer.from(expected));
	const strippedTwice = stripMetadata(stripped, "image/jpeg");
	expect(strippedTwice).toEqual(stripped);
	expect(stripped.length).toBe(expected.length + 2 + 36);
	expect(stripped[2 + 29]).toBe(6);
});

test("keeps all scans of a progressive JPEG", () => {
	const table = createSegment(0xc4, [0, ...Array<number>(16).fill(0)]);
	const photo = joinBytes(
		[0xff, 0xd8],
		createExif(1),
		frame,
		scanData,
		table,
		scanData,
		[0xff, 0xd9],
	);
	const expected = joinBytes([0xff, 0xd8], frame, scanData, table, scanData, [0xff, 0xd9]);
	expect(stripMetadata(photo, "image/jpeg")).toEqual(expected);
});

test.each([
	["in its pixels", []],
	["between its scans", [0xff, 0xc4, 0]],
	["in a table after its first scan", [0xff, 0xc4, 0, 9, 1, 2]],
])("removes the location from a photo that ends %s, because browsers show it", (_, cutSegment) => {
	const photo = joinBytes([0xff, 0xd8], createExif(1), frame, scanData, cutSegment);
	const expected = joinBytes([0xff, 0xd8], frame, scanData, [0xff, 0xd9]);
	expect(stripMetadata(photo, "image/jpeg")).toEqual(expected);
	expect(stripMetadata(expected, "image/jpeg")).toEqual(expected);
});

test("removes metadata after fill bytes", () => {
	const photo = joinBytes(
		[0xff, 0xd8, 0xff, 0xff],
		createExif(1),
		[0xff],
		frame,
		scanData,
		[0xff, 0xd9],
	);
	const expected = joinBytes([0xff, 0xd8], frame, scanData, [0xff, 0xd9]);
	expect(stripMetadata(photo, "image/jpeg")).toEqual(expected);
});

test.each([
	["image/jpeg", joinBytes([0xff, 0xd8], Array(20_000).fill([0xff, 0xe0, 0, 2]).flat())],
	[
		"image/webp",
		joinBytes(
			toCharCodes("RIFF....WEBP"),
			Array(20_000)
				.fill([...toCharCodes("VP8 "), 0, 0, 0, 0])
				.flat(),
		),
	],
])("returns a %s with too many parts unchanged", (type, picture) => {
	expect(stripMetadata(picture, type)).toBe(picture);
});

test("removes metadata chunks and trailing bytes from a PNG", () => {
	const png = Uint8Array.from(smallPicture.buffer);
	const createChunk = (type: string, text: string) => [
		...[0, 0, 0, text.length],
		...toCharCodes(type + text),
		...[0, 0, 0, 0],
	];
	const headerEnd = 33;
	const tagged = joinBytes(
		png.subarray(0, headerEnd),
		createChunk("eXIf", "GPS"),
		createChunk("tEXt", "Comment GPS"),
		createChunk("tIME", "GPS"),
		png.subarray(headerEnd),
		toCharCodes("GPS"),
	);
	expect(stripMetadata(tagged, "image/png")).toEqual(png);
});

test("removes EXIF and XMP from a WebP, and clears their flags", () => {
	const createChunk = (type: string, content: number[]) => [
		...toCharCodes(type),
		...[content.length, 0, 0, 0],
		...content,
		...(content.length % 2 === 1 ? [0] : []),
	];
	const createHeader = (flags: number) => createChunk("VP8X", [flags, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
	const createRiff = (chunks: number[]) =>
		joinBytes(toCharCodes("RIFF"), [chunks.length + 4, 0, 0, 0], toCharCodes("WEBP"), chunks);
	const pixels = createChunk("VP8L", [0x2f, 0, 0, 0, 0]);
	const tagged = createRiff([
		...createHeader(0x1c),
		...pixels,
		...createChunk("EXIF", toCharCodes("GPS")),
		...createChunk("XMP ", toCharCodes("GPS")),
	]);
	expect(stripMetadata(tagged, "image/webp")).toEqual(
		createRiff([...createHeader(0x10), ...pixels]),
	);
});

test.each([
	["image/jpeg", joinBytes([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 1, 2, 3])],
	["image/png", joinBytes(smallPicture.buffer.subarray(0, 40))],
	[
		"image/webp",
		joinBytes(toCharCodes("RIFF"), [1, 0, 0, 0], toCharCodes("WEBPVP8 "), [255, 255, 0, 0]),
	],
	["image/gif", joinBytes(toCharCodes("GIF89a GPS"))],
])("returns a truncated or unknown %s unchanged", (type, picture) => {
	expect(stripMetadata(picture, type)).toEqual(picture);
});
