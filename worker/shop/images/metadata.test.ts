import { expect, test } from "vitest";
import { smallPicture } from "../../../tests/support/pictures.ts";
import { stripMetadata } from "./metadata.ts";

const charCodes = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const bytes = (...parts: (number[] | Uint8Array)[]) =>
	Uint8Array.from(parts.flatMap((part) => [...part]));
const includesText = (picture: Uint8Array, text: string) => Buffer.from(picture).includes(text);

/** A JPEG segment: marker, length, content. */
const segment = (marker: number, content: number[]) => [
	...[0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff],
	...content,
];

/** Creates little-endian EXIF with an orientation and a text that stands for a location. */
const exif = (orientation: number) =>
	segment(0xe1, [
		...charCodes("Exif\0\0II*\0"),
		...[8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0],
		...charCodes("GPS 52.5 13.4"),
	]);

const scan = [...segment(0xda, [1, 1, 0, 0, 63, 0]), 0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56];
const frame = segment(0xc0, [8, 0, 1, 0, 1, 1, 1, 0x11, 0]);
const profile = segment(0xe2, charCodes("ICC_PROFILE\0sRGB"));

test("removes the location, comments and appended data from a photo, and keeps its pixels and orientation", () => {
	const photo = bytes(
		[0xff, 0xd8],
		segment(0xe0, charCodes("JFIF\0")),
		exif(6),
		segment(0xe1, charCodes("http://ns.adobe.com/xap/1.0/\0GPS")),
		segment(0xed, charCodes("Photoshop GPS")),
		segment(0xfe, charCodes("comment GPS")),
		profile,
		frame,
		scan,
		[0xff, 0xd9],
		charCodes("GPS in a second picture"),
	);
	const stripped = stripMetadata(photo, "image/jpeg");
	expect(includesText(stripped, "GPS")).toBe(false);
	const expected = bytes(segment(0xe0, charCodes("JFIF\0")), profile, frame, scan, [0xff, 0xd9]);
	expect(Buffer.from(stripped).subarray(-expected.length)).toEqual(Buffer.from(expected));
	const strippedTwice = stripMetadata(stripped, "image/jpeg");
	expect(strippedTwice).toEqual(stripped);
	expect(stripped.length).toBe(expected.length + 2 + 36);
	expect(stripped[2 + 29]).toBe(6);
});

test("keeps all scans of a progressive JPEG", () => {
	const table = segment(0xc4, [0, ...Array<number>(16).fill(0)]);
	const photo = bytes([0xff, 0xd8], exif(1), frame, scan, table, scan, [0xff, 0xd9]);
	const expected = bytes([0xff, 0xd8], frame, scan, table, scan, [0xff, 0xd9]);
	expect(stripMetadata(photo, "image/jpeg")).toEqual(expected);
});

test("removes metadata after fill bytes", () => {
	const photo = bytes([0xff, 0xd8, 0xff, 0xff], exif(1), [0xff], frame, scan, [0xff, 0xd9]);
	const expected = bytes([0xff, 0xd8], frame, scan, [0xff, 0xd9]);
	expect(stripMetadata(photo, "image/jpeg")).toEqual(expected);
});

test.each([
	["image/jpeg", bytes([0xff, 0xd8], Array(20_000).fill([0xff, 0xe0, 0, 2]).flat())],
	[
		"image/webp",
		bytes(
			charCodes("RIFF....WEBP"),
			Array(20_000)
				.fill([...charCodes("VP8 "), 0, 0, 0, 0])
				.flat(),
		),
	],
])("returns a %s with too many parts unchanged", (type, picture) => {
	expect(stripMetadata(picture, type)).toBe(picture);
});

test("removes metadata chunks and trailing bytes from a PNG", () => {
	const png = Uint8Array.from(smallPicture.buffer);
	const chunk = (type: string, text: string) => [
		...[0, 0, 0, text.length],
		...charCodes(type + text),
		...[0, 0, 0, 0],
	];
	const headerEnd = 33;
	const tagged = bytes(
		png.subarray(0, headerEnd),
		chunk("eXIf", "GPS"),
		chunk("tEXt", "Comment GPS"),
		chunk("tIME", "GPS"),
		png.subarray(headerEnd),
		charCodes("GPS"),
	);
	expect(stripMetadata(tagged, "image/png")).toEqual(png);
});

test("removes EXIF and XMP from a WebP, and clears their flags", () => {
	const chunk = (type: string, content: number[]) => [
		...charCodes(type),
		...[content.length, 0, 0, 0],
		...content,
		...(content.length % 2 === 1 ? [0] : []),
	];
	const header = (flags: number) => chunk("VP8X", [flags, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
	const riff = (chunks: number[]) =>
		bytes(charCodes("RIFF"), [chunks.length + 4, 0, 0, 0], charCodes("WEBP"), chunks);
	const pixels = chunk("VP8L", [0x2f, 0, 0, 0, 0]);
	const tagged = riff([
		...header(0x1c),
		...pixels,
		...chunk("EXIF", charCodes("GPS")),
		...chunk("XMP ", charCodes("GPS")),
	]);
	expect(stripMetadata(tagged, "image/webp")).toEqual(riff([...header(0x10), ...pixels]));
});

test.each([
	["image/jpeg", bytes([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 1, 2, 3])],
	["image/png", bytes(smallPicture.buffer.subarray(0, 40))],
	["image/webp", bytes(charCodes("RIFF"), [1, 0, 0, 0], charCodes("WEBPVP8 "), [255, 255, 0, 0])],
	["image/gif", bytes(charCodes("GIF89a GPS"))],
])("returns a truncated or unknown %s unchanged", (type, picture) => {
	expect(stripMetadata(picture, type)).toEqual(picture);
});
