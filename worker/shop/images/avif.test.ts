import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { stripMetadata } from "./metadata.ts";

const stripAvif = (picture: Uint8Array<ArrayBuffer>) => stripMetadata(picture, "image/avif");

const fromBase64 = (text: string) => Uint8Array.from(Buffer.from(text, "base64"));
const includesText = (picture: Uint8Array, text: string) => Buffer.from(picture).includes(text);

/** 8 × 8 pixels, encoded by libavif 1.4.2, with EXIF and XMP that both contain "GPS". */
const stillPicture = fromBase64(
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
	["a picture", stillPicture, 0x19c, 0x20b],
	["an animation", animation, 0x51a, 0x589],
])(
	"removes EXIF and XMP from %s, and leaves the pixels unchanged",
	(_, avif, metadataStart, metadataEnd) => {
		expect(includesText(avif, "GPS")).toBe(true);
		const stripped = stripAvif(avif);
		expect(includesText(stripped, "GPS")).toBe(false);
		expect(stripped.length).toBe(avif.length);
		const { first, last } = findDifferences(avif, stripped);
		expect(first).toBeGreaterThanOrEqual(metadataStart);
		expect(last).toBeLessThan(metadataEnd);
		const zeroCount = metadataEnd - metadataStart - emptyExif.length / 2;
		const metadata = Buffer.from(stripped).toString("hex", metadataStart, metadataEnd);
		expect(metadata).toBe(emptyExif + "00".repeat(zeroCount));
		expect(stripAvif(stripped)).toEqual(stripped);
	},
);

test("returns a picture without metadata unchanged", () => {
	const picture = new URL("../../../public/pictures/hammer-400.avif", import.meta.url);
	const avif = Uint8Array.from(readFileSync(picture));
	expect(stripAvif(avif)).toBe(avif);
});

const toBigEndian = (value: number, size: number) =>
	Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** (size - 1 - index)) % 256);
const toCharCodes = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const createBox = (type: string, ...parts: number[][]) => {
	const content = parts.flat();
	return [...toBigEndian(content.length + 8, 4), ...toCharCodes(type), ...content];
};
const createFullBox = (type: string, version: number, ...parts: number[][]) =>
	createBox(type, toBigEndian(version * 2 ** 24, 4), ...parts);
const createFile = (...boxes: number[][]) =>
	Uint8Array.from([...createBox("ftyp", toCharCodes("avif")), ...boxes.flat()]);

/** Creates a `meta` box with one item, whose data is in `idat`. An extent is an offset and a length. */
const createMeta = (type: string, extents: [number, number][], method = 1) =>
	createFullBox(
		"meta",
		0,
		createFullBox(
			"iinf",
			1,
			toBigEndian(1, 4),
			createFullBox("infe", 3, toBigEndian(70_000, 4), toBigEndian(0, 2), toCharCodes(`${type}\0`)),
		),
		createFullBox(
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
		createBox("idat", toCharCodes("keepGPS1keepGPS2keep")),
	);

test.each(["Exif", "mime", "uri "])(
	"clears a metadata item of type %s that has several extents in idat",
	(type) => {
		const stripped = stripAvif(
			createFile(
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
	const avif = createFile(createMeta("av01", [[4, 4]]));
	expect(stripAvif(avif)).toBe(avif);
});

test("changes uuid and udta boxes to empty free boxes, including those in tracks", () => {
	const uuid = createBox("uuid", toCharCodes("0123456789abcdefGPS"));
	const longUuid = [
		...toBigEndian(1, 4),
		...toCharCodes("uuid"),
		...toBigEndian(19, 8),
		...toCharCodes("GPS"),
	];
	const udta = createBox("udta", toCharCodes("GPS"));
	const pixels = createBox("mdat", toCharCodes("pixels"));
	const avif = createFile(uuid, longUuid, createBox("moov", udta, createBox("trak", udta)), pixels);
	const stripped = stripAvif(avif);
	for (const text of ["GPS", "uuid", "udta"]) expect(includesText(stripped, text)).toBe(false);
	expect(includesText(stripped, "pixels")).toBe(true);
	expect(stripped.length).toBe(avif.length);
});

const createExtents = (count: number): [number, number][] =>
	Array.from({ length: count }, () => [0, 200]);

test.each([
	["is cut off", stillPicture.slice(0, 0x180)],
	["ends within a box", stillPicture.slice(0, 0x230)],
	["has an item longer than the file", createFile(createMeta("Exif", [[0, 2 ** 40]]))],
	["has an item of unspecified length", createFile(createMeta("Exif", [[4, 0]]))],
	["has an item inside another item", createFile(createMeta("Exif", [[4, 4]], 2))],
	["has thousands of overlapping extents", createFile(createMeta("Exif", createExtents(9_000)))],
	[
		"has more extents than the limit",
		createFile(createMeta("av01", createExtents(10_001)), createBox("uuid", toCharCodes("GPS"))),
	],
	["has only an ftyp box", createFile()],
])("returns a picture that %s unchanged", (_, avif) => {
	expect(stripAvif(avif)).toBe(avif);
});
