import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { stripMetadata } from "./metadata.ts";

const stripAvif = (picture: Uint8Array<ArrayBuffer>) => stripMetadata(picture, "image/avif");

const fromBase64 = (text: string) => Uint8Array.from(Buffer.from(text, "base64"));
const includesText = (picture: Uint8Array, text: string) => Buffer.from(picture).includes(text);

/** 8 × 8 pixels, encoded by libavif 1.4.2, with EXIF and XMP that both contain "GPS". */
const still = fromBase64(
	"AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAAF0bWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAAAAAOcGl0bQAAAAAAAQAAADppbG9jAAAAAEQAAAMAAQAAAAEAAAILAAAAJwACAAAAAQAAAZwAAAAyAAMAAAABAAABzgAAAD0AAABtaWluZgAAAAAAAwAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAGWluZmUCAAAAAAIAAEV4aWZFeGlmAAAAACxpbmZlAgAAAAADAABtaW1lWE1QAGFwcGxpY2F0aW9uL3JkZit4bWwAAAAAKGlyZWYAAAAAAAAADmNkc2MAAgABAAEAAAAOY2RzYwADAAEAAQAAAGppcHJwAAAAS2lwY28AAAAUaXNwZQAAAAAAAAAIAAAACAAAABBwaXhpAAAAAAMICAgAAAAMYXYxQ4EADAAAAAATY29scm5jbHgAAQANAAaAAAAAF2lwbWEAAAAAAAAAAQABBAECgwQAAACebWRhdAAAAAZFeGlmAABNTQAqAAAACAABAQ4AAgAAAA4AAAAaAAAAAEdQUyA1Mi41IDEzLjQAPHg6eG1wbWV0YSB4bWxuczp4PSJhZG9iZTpuczptZXRhLyI+R1BTIDUyLjUgMTMuNDwveDp4bXBtZXRhPhIACggYCL9ogIaDQjIZGUeHhiGHnnnmgAAAkEDJHGFOPgY92RksWA==",
);

/** An animation of two such frames, whose track refers to the same EXIF and XMP. */
const animation = fromBase64(
	"AAAALGZ0eXBhdmlzAAAAAGF2aWZhdmlzbXNmMWlzbzhtaWYxbWlhZk1BMUIAAAF0bWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAAAAAOcGl0bQAAAAAAAQAAADppbG9jAAAAAEQAAAMAAQAAAAEAAAWJAAAAJgACAAAAAQAABRoAAAAyAAMAAAABAAAFTAAAAD0AAABtaWluZgAAAAAAAwAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAGWluZmUCAAAAAAIAAEV4aWZFeGlmAAAAACxpbmZlAgAAAAADAABtaW1lWE1QAGFwcGxpY2F0aW9uL3JkZit4bWwAAAAAKGlyZWYAAAAAAAAADmNkc2MAAgABAAEAAAAOY2RzYwADAAEAAQAAAGppcHJwAAAAS2lwY28AAAAUaXNwZQAAAAAAAAAIAAAACAAAABBwaXhpAAAAAAMICAgAAAAMYXYxQ4EADAAAAAATY29scm5jbHgAAQANAAaAAAAAF2lwbWEAAAAAAAAAAQABBAECgwQAAANybW9vdgAAAHhtdmhkAQAAAAAAAADnKAfyAAAAAOcoB/IAAAPo//////////8AAQAAAQAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAwAAAvJ0cmFrAAAAaHRraGQBAAABAAAAAOcoB/IAAAAA5ygH8gAAAAEAAAAA//////////8AAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAgAAAAIAAAAAAAsZWR0cwAAACRlbHN0AQAAAQAAAAEAAAAAAAAAyAAAAAAAAAAAAAEAAAAAAKxtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACxpbG9jAAAAAEQAAAIAAgAAAAEAAAUaAAAAMgADAAAAAQAABUwAAAA9AAAAU2lpbmYAAAAAAAIAAAAZaW5mZQIAAAAAAgAARXhpZkV4aWYAAAAALGluZmUCAAAAAAMAAG1pbWVYTVAAYXBwbGljYXRpb24vcmRmK3htbAAAAAGqbWRpYQAAACxtZGhkAQAAAAAAAADnKAfyAAAAAOcoB/IAAAPoAAAAAAAAAMhVxAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAAAAABVW1pbmYAAAAUdm1oZAAAAAEAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1cmwgAAAAAQAAARVzdGJsAAAAlXN0c2QAAAAAAAAAAQAAAIVhdjAxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAgACABIAAAASAAAAAAAAAABCkFPTSBDb2RpbmcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGP//AAAADGF2MUOBAAwAAAAAE2NvbHJuY2x4AAEADQAGgAAAABBjY3N0AAAAAHwAAAAAAAAYc3R0cwAAAAAAAAABAAAAAgAAAGQAAAAcc3RzYwAAAAAAAAABAAAAAQAAAAIAAAABAAAAHHN0c3oAAAAAAAAAAAAAAAIAAAAmAAAAHwAAABRzdGNvAAAAAAAAAAEAAAWJAAAAFHN0c3MAAAAAAAAAAQAAAAEAAAC8bWRhdAAAAAZFeGlmAABNTQAqAAAACAABAQ4AAgAAAA4AAAAaAAAAAEdQUyA1Mi41IDEzLjQAPHg6eG1wbWV0YSB4bWxuczp4PSJhZG9iZTpuczptZXRhLyI+R1BTIDUyLjUgMTMuNDwveDp4bXBtZXRhPhIACgwAAAABF+bXzICGg0IyFBAAoAAAAkAAAAB5TPLsaVEShhmAEgAyGzADwIAAAHqAAAAJAAACAAAD7jYTnZTI+Ivn0A==",
);

/** Returns the indexes of the first and the last byte that differ. */
function findDifferences(before: Uint8Array, after: Uint8Array) {
	const indexes = [...before.keys()].filter((index) => before[index] !== after[index]);
	return { first: indexes[0], last: indexes.at(-1) };
}

/** EXIF without entries, after the 4 bytes of its offset (TIFF 6.0). */
const emptyExif = "000000004d4d002a000000080000";

test.each([
	["a picture", still, 0x19c, 0x1ce, 0x20b],
	["an animation", animation, 0x51a, 0x54c, 0x589],
])("removes EXIF and XMP from %s, and leaves the pixels unchanged", (_, avif, exif, xmp, end) => {
	expect(includesText(avif, "GPS")).toBe(true);
	const stripped = stripAvif(avif);
	expect(includesText(stripped, "GPS")).toBe(false);
	expect(stripped.length).toBe(avif.length);
	const { first, last } = findDifferences(avif, stripped);
	expect([(first ?? 0) >= exif, (last ?? 0) < end]).toEqual([true, true]);
	const content = Buffer.from(stripped).toString("hex", exif, end);
	expect(content).toBe(`${emptyExif}${"00".repeat(end - exif - emptyExif.length / 2)}`);
	expect(xmp).toBeLessThan(end);
	expect(stripAvif(stripped)).toEqual(stripped);
});

test("returns a picture without metadata unchanged", () => {
	const picture = new URL("../../../public/pictures/hammer-400.avif", import.meta.url);
	const avif = Uint8Array.from(readFileSync(picture));
	expect(stripAvif(avif)).toBe(avif);
});

const toBigEndian = (value: number, size: number) =>
	Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** (size - 1 - index)) % 256);
const charCodes = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const box = (type: string, ...parts: number[][]) => {
	const content = parts.flat();
	return [...toBigEndian(content.length + 8, 4), ...charCodes(type), ...content];
};
const fullBox = (type: string, version: number, ...parts: number[][]) =>
	box(type, toBigEndian(version * 2 ** 24, 4), ...parts);
const file = (...boxes: number[][]) =>
	Uint8Array.from([...box("ftyp", charCodes("avif")), ...boxes.flat()]);

/** Creates a `meta` box with one item, whose data is in `idat`. An extent is an offset and a length. */
const createMeta = (type: string, extents: [number, number][], method = 1) =>
	fullBox(
		"meta",
		0,
		fullBox(
			"iinf",
			1,
			toBigEndian(1, 4),
			fullBox("infe", 3, toBigEndian(70_000, 4), toBigEndian(0, 2), charCodes(`${type}\0`)),
		),
		fullBox(
			"iloc",
			2,
			toBigEndian(0x8800, 2),
			[
				...toBigEndian(1, 4),
				...toBigEndian(70_000, 4),
				...toBigEndian(method, 2),
				...toBigEndian(0, 2),
			],
			toBigEndian(extents.length, 2),
			extents.flatMap(([offset, length]) => [...toBigEndian(offset, 8), ...toBigEndian(length, 8)]),
		),
		box("idat", charCodes("keepGPS1keepGPS2keep")),
	);

test.each(["Exif", "mime", "uri "])(
	"clears a metadata item of type %s that has several extents in idat",
	(type) => {
		const stripped = stripAvif(
			file(
				createMeta(type, [
					[4, 4],
					[12, 4],
				]),
			),
		);
		expect(includesText(stripped, "GPS")).toBe(false);
		expect(includesText(stripped, "keep\0\0\0\0keep\0\0\0\0keep")).toBe(true);
	},
);

test("leaves items with pixels unchanged", () => {
	const avif = file(createMeta("av01", [[4, 4]]));
	expect(stripAvif(avif)).toBe(avif);
});

test("changes uuid and udta boxes to empty free boxes, including those in tracks", () => {
	const uuid = box("uuid", charCodes("0123456789abcdefGPS"));
	const long = [
		...toBigEndian(1, 4),
		...charCodes("uuid"),
		...toBigEndian(19, 8),
		...charCodes("GPS"),
	];
	const udta = box("udta", charCodes("GPS"));
	const pixels = box("mdat", charCodes("pixels"));
	const avif = file(uuid, long, box("moov", udta, box("trak", udta)), pixels);
	const stripped = stripAvif(avif);
	for (const text of ["GPS", "uuid", "udta"]) expect(includesText(stripped, text)).toBe(false);
	expect(includesText(stripped, "pixels")).toBe(true);
	expect(stripped.length).toBe(avif.length);
});

const createExtents = (count: number): [number, number][] =>
	Array.from({ length: count }, () => [0, 200]);

test.each([
	["is cut off", still.slice(0, 0x180)],
	["ends within a box", still.slice(0, 0x230)],
	["has an item longer than the file", file(createMeta("Exif", [[0, 2 ** 40]]))],
	["has an item of unspecified length", file(createMeta("Exif", [[4, 0]]))],
	["has an item inside another item", file(createMeta("Exif", [[4, 4]], 2))],
	["has thousands of overlapping extents", file(createMeta("Exif", createExtents(9_000)))],
	[
		"has more extents than the limit",
		file(createMeta("av01", createExtents(10_001)), box("uuid", charCodes("GPS"))),
	],
	["has only an ftyp box", file()],
])("returns a picture that %s unchanged", (_, avif) => {
	expect(stripAvif(avif)).toBe(avif);
});
