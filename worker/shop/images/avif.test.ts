import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { stripMetadata } from "./metadata.ts";

const stripAvif = (picture: Uint8Array<ArrayBuffer>) => stripMetadata(picture, "image/avif");

const fromBase64 = (text: string) => Uint8Array.from(Buffer.from(text, "base64"));
const holds = (picture: Uint8Array, text: string) => Buffer.from(picture).includes(text);

/** 8 × 8 pixels by libavif 1.4.2, with EXIF and XMP that both say GPS. */
const still = fromBase64(
	"AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAAF0bWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAAAAAOcGl0bQAAAAAAAQAAADppbG9jAAAAAEQAAAMAAQAAAAEAAAILAAAAJwACAAAAAQAAAZwAAAAyAAMAAAABAAABzgAAAD0AAABtaWluZgAAAAAAAwAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAGWluZmUCAAAAAAIAAEV4aWZFeGlmAAAAACxpbmZlAgAAAAADAABtaW1lWE1QAGFwcGxpY2F0aW9uL3JkZit4bWwAAAAAKGlyZWYAAAAAAAAADmNkc2MAAgABAAEAAAAOY2RzYwADAAEAAQAAAGppcHJwAAAAS2lwY28AAAAUaXNwZQAAAAAAAAAIAAAACAAAABBwaXhpAAAAAAMICAgAAAAMYXYxQ4EADAAAAAATY29scm5jbHgAAQANAAaAAAAAF2lwbWEAAAAAAAAAAQABBAECgwQAAACebWRhdAAAAAZFeGlmAABNTQAqAAAACAABAQ4AAgAAAA4AAAAaAAAAAEdQUyA1Mi41IDEzLjQAPHg6eG1wbWV0YSB4bWxuczp4PSJhZG9iZTpuczptZXRhLyI+R1BTIDUyLjUgMTMuNDwveDp4bXBtZXRhPhIACggYCL9ogIaDQjIZGUeHhiGHnnnmgAAAkEDJHGFOPgY92RksWA==",
);

/** Two such frames: an animation, whose track names the same EXIF and XMP again. */
const animation = fromBase64(
	"AAAALGZ0eXBhdmlzAAAAAGF2aWZhdmlzbXNmMWlzbzhtaWYxbWlhZk1BMUIAAAF0bWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAAAAAOcGl0bQAAAAAAAQAAADppbG9jAAAAAEQAAAMAAQAAAAEAAAWJAAAAJgACAAAAAQAABRoAAAAyAAMAAAABAAAFTAAAAD0AAABtaWluZgAAAAAAAwAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAGWluZmUCAAAAAAIAAEV4aWZFeGlmAAAAACxpbmZlAgAAAAADAABtaW1lWE1QAGFwcGxpY2F0aW9uL3JkZit4bWwAAAAAKGlyZWYAAAAAAAAADmNkc2MAAgABAAEAAAAOY2RzYwADAAEAAQAAAGppcHJwAAAAS2lwY28AAAAUaXNwZQAAAAAAAAAIAAAACAAAABBwaXhpAAAAAAMICAgAAAAMYXYxQ4EADAAAAAATY29scm5jbHgAAQANAAaAAAAAF2lwbWEAAAAAAAAAAQABBAECgwQAAANybW9vdgAAAHhtdmhkAQAAAAAAAADnKAfyAAAAAOcoB/IAAAPo//////////8AAQAAAQAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAwAAAvJ0cmFrAAAAaHRraGQBAAABAAAAAOcoB/IAAAAA5ygH8gAAAAEAAAAA//////////8AAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAgAAAAIAAAAAAAsZWR0cwAAACRlbHN0AQAAAQAAAAEAAAAAAAAAyAAAAAAAAAAAAAEAAAAAAKxtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACxpbG9jAAAAAEQAAAIAAgAAAAEAAAUaAAAAMgADAAAAAQAABUwAAAA9AAAAU2lpbmYAAAAAAAIAAAAZaW5mZQIAAAAAAgAARXhpZkV4aWYAAAAALGluZmUCAAAAAAMAAG1pbWVYTVAAYXBwbGljYXRpb24vcmRmK3htbAAAAAGqbWRpYQAAACxtZGhkAQAAAAAAAADnKAfyAAAAAOcoB/IAAAPoAAAAAAAAAMhVxAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAAAAABVW1pbmYAAAAUdm1oZAAAAAEAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1cmwgAAAAAQAAARVzdGJsAAAAlXN0c2QAAAAAAAAAAQAAAIVhdjAxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAgACABIAAAASAAAAAAAAAABCkFPTSBDb2RpbmcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGP//AAAADGF2MUOBAAwAAAAAE2NvbHJuY2x4AAEADQAGgAAAABBjY3N0AAAAAHwAAAAAAAAYc3R0cwAAAAAAAAABAAAAAgAAAGQAAAAcc3RzYwAAAAAAAAABAAAAAQAAAAIAAAABAAAAHHN0c3oAAAAAAAAAAAAAAAIAAAAmAAAAHwAAABRzdGNvAAAAAAAAAAEAAAWJAAAAFHN0c3MAAAAAAAAAAQAAAAEAAAC8bWRhdAAAAAZFeGlmAABNTQAqAAAACAABAQ4AAgAAAA4AAAAaAAAAAEdQUyA1Mi41IDEzLjQAPHg6eG1wbWV0YSB4bWxuczp4PSJhZG9iZTpuczptZXRhLyI+R1BTIDUyLjUgMTMuNDwveDp4bXBtZXRhPhIACgwAAAABF+bXzICGg0IyFBAAoAAAAkAAAAB5TPLsaVEShhmAEgAyGzADwIAAAHqAAAAJAAACAAAD7jYTnZTI+Ivn0A==",
);

/** @returns the ranges of bytes that differ */
function differences(before: Uint8Array, after: Uint8Array) {
	const places = [...before.keys()].filter((place) => before[place] !== after[place]);
	return { first: places[0], last: places.at(-1) };
}

/** EXIF with no entry, after the 4 bytes that say where it begins (TIFF 6.0). */
const emptyExif = "000000004d4d002a000000080000";

test.each([
	["a picture", still, 0x19c, 0x1ce, 0x20b],
	["an animation", animation, 0x51a, 0x54c, 0x589],
])("%s loses EXIF and XMP, and its pixels stay byte for byte", (_, avif, exif, xmp, end) => {
	expect(holds(avif, "GPS")).toBe(true);
	const stripped = stripAvif(avif);
	expect(holds(stripped, "GPS")).toBe(false);
	expect(stripped.length).toBe(avif.length);
	const { first, last } = differences(avif, stripped);
	expect([(first ?? 0) >= exif, (last ?? 0) < end]).toEqual([true, true]);
	const content = Buffer.from(stripped).toString("hex", exif, end);
	expect(content).toBe(`${emptyExif}${"00".repeat(end - exif - emptyExif.length / 2)}`);
	expect(xmp).toBeLessThan(end);
	expect(stripAvif(stripped)).toEqual(stripped);
});

test("a picture without metadata stays unchanged", () => {
	const picture = new URL("../../../public/pictures/hammer-400.avif", import.meta.url);
	const avif = Uint8Array.from(readFileSync(picture));
	expect(stripAvif(avif)).toBe(avif);
});

const number = (value: number, size: number) =>
	Array.from({ length: size }, (_, place) => Math.floor(value / 256 ** (size - 1 - place)) % 256);
const letters = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const box = (type: string, ...parts: number[][]) => {
	const content = parts.flat();
	return [...number(content.length + 8, 4), ...letters(type), ...content];
};
const full = (type: string, version: number, ...parts: number[][]) =>
	box(type, number(version * 2 ** 24, 4), ...parts);
const file = (...boxes: number[][]) =>
	Uint8Array.from([...box("ftyp", letters("avif")), ...boxes.flat()]);

/** A `meta` whose one item, of this type, lies in its `idat`. @param extents offset and length, 8 bytes each */
const metaOf = (type: string, extents: [number, number][], method = 1) =>
	full(
		"meta",
		0,
		full(
			"iinf",
			1,
			number(1, 4),
			full("infe", 3, number(70_000, 4), number(0, 2), letters(`${type}\0`)),
		),
		full(
			"iloc",
			2,
			number(0x8800, 2),
			[...number(1, 4), ...number(70_000, 4), ...number(method, 2), ...number(0, 2)],
			number(extents.length, 2),
			extents.flatMap(([offset, length]) => [...number(offset, 8), ...number(length, 8)]),
		),
		box("idat", letters("keepGPS1keepGPS2keep")),
	);

test.each(["Exif", "mime", "uri "])(
	"%s items in parts, in the box of small items, are emptied",
	(type) => {
		const stripped = stripAvif(
			file(
				metaOf(type, [
					[4, 4],
					[12, 4],
				]),
			),
		);
		expect(holds(stripped, "GPS")).toBe(false);
		expect(holds(stripped, "keep\0\0\0\0keep\0\0\0\0keep")).toBe(true);
	},
);

test("an item with pixels is left unchanged", () => {
	const avif = file(metaOf("av01", [[4, 4]]));
	expect(stripAvif(avif)).toBe(avif);
});

test("boxes of programs and users become free boxes, in tracks too", () => {
	const uuid = box("uuid", letters("0123456789abcdefGPS"));
	const long = [...number(1, 4), ...letters("uuid"), ...number(19, 8), ...letters("GPS")];
	const udta = box("udta", letters("GPS"));
	const pixels = box("mdat", letters("pixels"));
	const avif = file(uuid, long, box("moov", udta, box("trak", udta)), pixels);
	const stripped = stripAvif(avif);
	expect([holds(stripped, "GPS"), holds(stripped, "uuid"), holds(stripped, "udta")]).toEqual([
		...[false, false, false],
	]);
	expect(holds(stripped, "pixels")).toBe(true);
	expect(stripped.length).toBe(avif.length);
});

const many = (count: number): [number, number][] => Array.from({ length: count }, () => [0, 200]);

test.each([
	["is cut off", still.slice(0, 0x180)],
	["ends within a box", still.slice(0, 0x230)],
	["says that an item is longer than the file", file(metaOf("Exif", [[0, 2 ** 40]]))],
	["has an item of no length", file(metaOf("Exif", [[4, 0]]))],
	["has an item within an item", file(metaOf("Exif", [[4, 4]], 2))],
	["has thousands of parts on each other", file(metaOf("Exif", many(9_000)))],
	[
		"has more parts than a picture has",
		file(metaOf("av01", many(10_001)), box("uuid", letters("GPS"))),
	],
	["is no more than its name", file()],
])("a picture that %s stays unchanged", (_, avif) => {
	expect(stripAvif(avif)).toBe(avif);
});
