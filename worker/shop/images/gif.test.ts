import { expect, test } from "vitest";
import { stripMetadata } from "./metadata.ts";

const stripGif = (picture: Uint8Array<ArrayBuffer>) => stripMetadata(picture, "image/gif");

const letters = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const bytes = (...parts: (number[] | Uint8Array)[]) =>
	Uint8Array.from(parts.flatMap((part) => [...part]));

/** Two frames by Pillow: a color table for all, a loop, a comment that says GPS, a color table for the second. */
const animation = Uint8Array.from(
	Buffer.from(
		"R0lGODlhCAAIAIEAAMg8KAAAAAAAAAAAACH/C05FVFNDQVBFMi4wAwEAAAAh/g1HUFMgNTIuNSAxMy40ACH5BAAKAAAALAAAAAAIAAgAAAgPAAEIHEiwoMGDCBMqTBgQACH5BAEKAAEALAAAAAAIAAgAgRQ88AAAAAAAAAAAAAgPAAEIHEiwoMGDCBMqTBgQADs=",
		"base64",
	),
);

const block = (content: number[]) => [content.length, ...content];
const comment = [0x21, 0xfe, ...block(letters("GPS 52.5 13.4")), ...block(letters("GPS")), 0];
const application = (name: string, ...blocks: number[][]) => [
	...[0x21, 0xff, ...block(letters(name))],
	...[...blocks.flatMap(block), 0],
];
const loop = (name: string) => application(name, [1, 0, 0]);
const timing = [0x21, 0xf9, 4, 0, 10, 0, 0, 0];
const text = [0x21, 0x01, ...block(Array<number>(12).fill(0)), ...block(letters("drawn")), 0];
const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 1, 2, 3, 4, 5, 6, 2, ...block([0x44, 1]), 0];
/** One pixel, with a color table of two colors. */
const screen = [...letters("GIF89a"), 1, 0, 1, 0, 0x80, 0, 0, 1, 2, 3, 4, 5, 6];

test("an animation loses its comment, and keeps its frames, its timing and its loop", () => {
	expect(Buffer.from(animation).includes("GPS")).toBe(true);
	const stripped = stripGif(animation);
	expect(Buffer.from(stripped).includes("GPS")).toBe(false);
	const at = Buffer.from(animation).indexOf("GPS") - 3;
	expect(stripped).toEqual(bytes(animation.subarray(0, at), animation.subarray(at + 17)));
});

test("comments, XMP, application data and trailing bytes are dropped, the image is kept", () => {
	const xmp = application("XMP DataXMP", letters("<x>GPS</x>"), [1, 0]);
	const noLoop = application("NETSCAPE2.0", [1, 0, 0], letters("GPS"));
	const picture = bytes(
		...[screen, comment, xmp, noLoop, loop("NETSCAPE2.0"), loop("ANIMEXTS1.0"), timing, frame],
		...[application("ICCRGBG1012", letters("GPS")), [0x21, 0x77, ...block(letters("GPS")), 0]],
		...[timing, text, comment, frame, [0x3b], letters("GPS")],
	);
	const kept = [loop("NETSCAPE2.0"), loop("ANIMEXTS1.0"), timing, frame, timing, text, frame];
	const stripped = stripGif(picture);
	expect(stripped).toEqual(bytes(screen, ...kept, [0x3b]));
	expect(stripGif(stripped)).toEqual(stripped);
});

test("a picture without its last byte loses its comment too", () => {
	expect(stripGif(bytes(screen, comment, frame))).toEqual(bytes(screen, frame, [0x3b]));
});

test.each([
	["is cut off in its color table", screen.slice(0, 16)],
	["is cut off in a frame", [...screen, ...comment, ...frame.slice(0, -2)]],
	["is cut off in a comment", [...screen, ...comment.slice(0, -1)]],
	["has a block of no kind", [...screen, ...comment, 0x42, ...frame]],
	["has countless parts", [...screen, ...Array(10_000).fill(timing).flat(), ...comment, 0x3b]],
])("a picture that %s stays unchanged", (_, content) => {
	const picture = Uint8Array.from(content);
	expect(stripGif(picture)).toBe(picture);
});
