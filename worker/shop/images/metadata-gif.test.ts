import { expect, test } from "vitest";
import { stripMetadata } from "./metadata.ts";

const stripGif = (picture: Uint8Array<ArrayBuffer>) => stripMetadata(picture, "image/gif");

const charCodes = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const bytes = (...parts: (number[] | Uint8Array)[]) =>
	Uint8Array.from(parts.flatMap((part) => [...part]));

/** Two frames, encoded by Pillow, with a loop, a comment that contains "GPS", and a local color table for the second frame. */
const animation = Uint8Array.from(
	Buffer.from(
		"R0lGODlhCAAIAIEAAMg8KAAAAAAAAAAAACH/C05FVFNDQVBFMi4wAwEAAAAh/g1HUFMgNTIuNSAxMy40ACH5BAAKAAAALAAAAAAIAAgAAAgPAAEIHEiwoMGDCBMqTBgQACH5BAEKAAEALAAAAAAIAAgAgRQ88AAAAAAAAAAAAAgPAAEIHEiwoMGDCBMqTBgQADs=",
		"base64",
	),
);

const block = (content: number[]) => [content.length, ...content];
const comment = [0x21, 0xfe, ...block(charCodes("GPS 52.5 13.4")), ...block(charCodes("GPS")), 0];
const application = (name: string, ...blocks: number[][]) => [
	...[0x21, 0xff, ...block(charCodes(name))],
	...[...blocks.flatMap(block), 0],
];
const loop = (name: string) => application(name, [1, 0, 0]);
const timing = [0x21, 0xf9, 4, 0, 10, 0, 0, 0];
const text = [0x21, 0x01, ...block(Array<number>(12).fill(0)), ...block(charCodes("drawn")), 0];
const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 1, 2, 3, 4, 5, 6, 2, ...block([0x44, 1]), 0];
/** One pixel, with a color table of two colors. */
const header = [...charCodes("GIF89a"), 1, 0, 1, 0, 0x80, 0, 0, 1, 2, 3, 4, 5, 6];

test("removes the comment from an animation, and keeps its frames, timing and loop", () => {
	expect(Buffer.from(animation).includes("GPS")).toBe(true);
	const stripped = stripGif(animation);
	expect(Buffer.from(stripped).includes("GPS")).toBe(false);
	const commentStart = Buffer.from(animation).indexOf("GPS") - 3;
	expect(stripped).toEqual(
		bytes(animation.subarray(0, commentStart), animation.subarray(commentStart + 17)),
	);
});

test("removes comments, XMP, application data and trailing bytes, and keeps the image", () => {
	const xmp = application("XMP DataXMP", charCodes("<x>GPS</x>"), [1, 0]);
	const invalidLoop = application("NETSCAPE2.0", [1, 0, 0], charCodes("GPS"));
	const picture = bytes(
		...[header, comment, xmp, invalidLoop, loop("NETSCAPE2.0"), loop("ANIMEXTS1.0"), timing, frame],
		...[application("ICCRGBG1012", charCodes("GPS")), [0x21, 0x77, ...block(charCodes("GPS")), 0]],
		...[timing, text, comment, frame, [0x3b], charCodes("GPS")],
	);
	const neededBlocks = [
		loop("NETSCAPE2.0"),
		loop("ANIMEXTS1.0"),
		timing,
		frame,
		timing,
		text,
		frame,
	];
	const stripped = stripGif(picture);
	expect(stripped).toEqual(bytes(header, ...neededBlocks, [0x3b]));
	expect(stripGif(stripped)).toEqual(stripped);
});

test("removes the comment from a picture without a trailer, and adds the trailer", () => {
	expect(stripGif(bytes(header, comment, frame))).toEqual(bytes(header, frame, [0x3b]));
});

test.each([
	["is truncated in its color table", header.slice(0, 16)],
	["is truncated in a frame", [...header, ...comment, ...frame.slice(0, -2)]],
	["is truncated in a comment", [...header, ...comment.slice(0, -1)]],
	["has a block of an unknown kind", [...header, ...comment, 0x42, ...frame]],
	[
		"has more parts than the limit",
		[...header, ...Array(10_000).fill(timing).flat(), ...comment, 0x3b],
	],
])("returns a picture that %s unchanged", (_, content) => {
	const picture = Uint8Array.from(content);
	expect(stripGif(picture)).toBe(picture);
});
