import { expect, test } from "vitest";
import { stripMetadata } from "./metadata.ts";

const stripGif = (picture: Uint8Array<ArrayBuffer>) => stripMetadata(picture, "image/gif");

const toCharCodes = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const joinBytes = (...parts: (number[] | Uint8Array)[]) =>
	Uint8Array.from(parts.flatMap((part) => [...part]));

/** Two frames, encoded by Pillow, with a loop, a comment that contains "GPS", and a local color table for the second frame. */
const animation = Uint8Array.from(
	Buffer.from(
		"R0lGODlhCAAIAIEAAMg8KAAAAAAAAAAAACH/C05FVFNDQVBFMi4wAwEAAAAh/g1HUFMgNTIuNSAxMy40ACH5BAAKAAAALAAAAAAIAAgAAAgPAAEIHEiwoMGDCBMqTBgQACH5BAEKAAEALAAAAAAIAAgAgRQ88AAAAAAAAAAAAAgPAAEIHEiwoMGDCBMqTBgQADs=",
		"base64",
	),
);

const createBlock = (content: number[]) => [content.length, ...content];
const comment = [0x21, 0xfe].concat(
	createBlock(toCharCodes("GPS 52.5 13.4")),
	createBlock(toCharCodes("GPS")),
	0,
);
const createApplicationExtension = (name: string, ...blocks: number[][]) =>
	[0x21, 0xff].concat(createBlock(toCharCodes(name)), blocks.flatMap(createBlock), 0);
const createLoop = (name: string) => createApplicationExtension(name, [1, 0, 0]);
const timing = [0x21, 0xf9, 4, 0, 10, 0, 0, 0];
const plainText = [0x21, 0x01].concat(
	createBlock(Array<number>(12).fill(0)),
	createBlock(toCharCodes("drawn")),
	0,
);
const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 1, 2, 3, 4, 5, 6, 2].concat(
	createBlock([0x44, 1]),
	0,
);
const trailer = [0x3b];
/** One pixel, with a color table of two colors. */
const header = [...toCharCodes("GIF89a"), 1, 0, 1, 0, 0x80, 0, 0, 1, 2, 3, 4, 5, 6];

test("removes the comment from an animation, and keeps its frames, timing and loop", () => {
	expect(Buffer.from(animation).includes("GPS")).toBe(true);
	const stripped = stripGif(animation);
	expect(Buffer.from(stripped).includes("GPS")).toBe(false);
	const commentStart = Buffer.from(animation).indexOf("GPS") - 3;
	expect(stripped).toEqual(
		joinBytes(animation.subarray(0, commentStart), animation.subarray(commentStart + 17)),
	);
});

test("removes comments, XMP, application data and trailing bytes, and keeps the image", () => {
	const xmp = createApplicationExtension("XMP DataXMP", toCharCodes("<x>GPS</x>"), [1, 0]);
	const invalidLoop = createApplicationExtension("NETSCAPE2.0", [1, 0, 0], toCharCodes("GPS"));
	const picture = joinBytes(
		header,
		comment,
		xmp,
		invalidLoop,
		createLoop("NETSCAPE2.0"),
		createLoop("ANIMEXTS1.0"),
		timing,
		frame,
		createApplicationExtension("ICCRGBG1012", toCharCodes("GPS")),
		[0x21, 0x77, ...createBlock(toCharCodes("GPS")), 0],
		timing,
		plainText,
		comment,
		frame,
		trailer,
		toCharCodes("GPS"),
	);
	const neededBlocks = [
		createLoop("NETSCAPE2.0"),
		createLoop("ANIMEXTS1.0"),
		timing,
		frame,
		timing,
		plainText,
		frame,
	];
	const stripped = stripGif(picture);
	expect(stripped).toEqual(joinBytes(header, ...neededBlocks, trailer));
	expect(stripGif(stripped)).toEqual(stripped);
});

test("removes the comment from a picture without a trailer, and adds the trailer", () => {
	expect(stripGif(joinBytes(header, comment, frame))).toEqual(joinBytes(header, frame, trailer));
});

test.each([
	["is truncated in its color table", header.slice(0, 16)],
	["is truncated in a frame", [...header, ...comment, ...frame.slice(0, -2)]],
	["is truncated in a comment", [...header, ...comment.slice(0, -1)]],
	["has a block of an unknown kind", [...header, ...comment, 0x42, ...frame]],
	[
		"has more parts than the limit",
		[...header, ...Array(10_000).fill(timing).flat(), ...comment, ...trailer],
	],
])("returns a picture that %s unchanged", (_, content) => {
	const picture = Uint8Array.from(content);
	expect(stripGif(picture)).toBe(picture);
});
