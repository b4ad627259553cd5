import { ascii, maxParts, viewOf } from "./bytes.ts";

/** From `start` to before `end`. */
type Range = { start: number; end: number };
/** `type`: of a box or an item. */
type Part = Range & { type: string };
/** Without its header, which begins at `header`. */
type Box = Part & { header: number };

/** Big-endian numbers, one after the other. @throws RangeError behind the end of the range */
function readerOf(bytes: Uint8Array, { start, end }: Range) {
	const view = viewOf(bytes.subarray(0, end));
	let at = start;
	const read = (size: number): number => {
		let number = 0;
		for (const end = at + size; at < end; at += 1) number = number * 256 + view.getUint8(at);
		return number;
	};
	return { read, at: () => at };
}

/** The boxes in a range (ISO/IEC 14496-12, 4.2). @throws RangeError where one is longer than the range */
function* boxesIn(bytes: Uint8Array, { start, end }: Range): Generator<Box> {
	for (let at = start; at < end; ) {
		const { read, at: here } = readerOf(bytes, { start: at, end });
		const length = read(4);
		const type = ascii(bytes, at + 4, at + 8);
		read(4);
		const long = length === 1 ? read(8) : length;
		const next = length === 0 ? end : at + long;
		if (next > end || next < here()) throw new RangeError(`the box ${type} is too long`);
		yield { type, header: at, start: here(), end: next };
		at = next;
	}
}

/** Items with these types say something about the picture: EXIF, XMP (`mime`), and others that are no pixels. */
const metadataTypes = new Set(["Exif", "mime", "uri "]);

/** @param info `iinf` @returns the types of the items that are metadata, by id (8.11.6) */
function findMetadataItems(bytes: Uint8Array, info: Range): Map<number, string> {
	const items = new Map<number, string>();
	const { read, at } = readerOf(bytes, info);
	const version = read(4) >>> 24;
	read(version === 0 ? 2 : 4);
	for (const box of boxesIn(bytes, { start: at(), end: info.end })) {
		const entry = readerOf(bytes, box);
		const entryVersion = entry.read(4) >>> 24;
		if (box.type !== "infe" || entryVersion < 2) continue;
		const id = entry.read(entryVersion === 2 ? 2 : 4);
		entry.read(2);
		const type = ascii(bytes, entry.at(), entry.at() + 4);
		if (metadataTypes.has(type)) items.set(id, type);
	}
	return items;
}

/**
 * @param locations `iloc` (8.11.3) @param data where `idat` begins, in which items may lie
 * @throws RangeError where it is written in a way that no encoder of pictures uses
 */
function locate(bytes: Uint8Array, locations: Range, items: Map<number, string>, data: number) {
	const { read } = readerOf(bytes, locations);
	const version = read(4) >>> 24;
	const sizes = read(2);
	const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
	const indexSize = version === 0 ? 0 : sizes & 15;
	const found: Part[] = [];
	let parts = 0;
	for (let left = read(version < 2 ? 2 : 4); left > 0; left -= 1) {
		const type = items.get(read(version < 2 ? 2 : 4));
		const method = version === 0 ? 0 : read(2) & 15;
		read(2);
		const base = read(baseSize) + (method === 1 ? data : 0);
		for (let extents = read(2); extents > 0; extents -= 1) {
			read(indexSize);
			const start = base + read(offsetSize);
			const length = read(lengthSize);
			parts += 1;
			if (parts > maxParts) throw new RangeError("too many extents");
			if (type === undefined) continue;
			if (method > 1 || length === 0) throw new RangeError("an extent of unknown place");
			found.push({ type, start, end: start + length });
		}
	}
	return found;
}

function findParts(bytes: Uint8Array, meta: Range): Part[] {
	const boxes = [...boxesIn(bytes, { start: meta.start + 4, end: meta.end })];
	const find = (type: string) => boxes.find((box) => box.type === type);
	const [info, locations] = [find("iinf"), find("iloc")];
	if (!info || !locations) return [];
	return locate(bytes, locations, findMetadataItems(bytes, info), find("idat")?.start ?? 0);
}

/** Boxes that hold others in which metadata may be. */
const containers = new Set(["moov", "trak"]);
/** Boxes of which no pixel depends: user data, and those of programs, such as XMP of Adobe's. */
const needless = new Set(["udta", "uuid", "free", "skip"]);

/** Of the file, of an animation, and of its tracks. */
function findMetadata(bytes: Uint8Array, range: Range, depth = 0): (Part | Box)[] {
	return [...boxesIn(bytes, range)].flatMap((box) => {
		if (box.type === "meta") return findParts(bytes, box);
		if (containers.has(box.type) && depth < 2) return findMetadata(bytes, box, depth + 1);
		return needless.has(box.type) ? [box] : [];
	});
}

/** EXIF that says nothing (ISO/IEC 23008-12, A.2.1, and TIFF 6.0): decoders refuse a picture whose EXIF is none. Zeros follow. */
const emptyExif = [0, 0, 0, 0, 0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8];

function clear(bytes: Uint8Array, part: Part | Box): void {
	const { type, start, end } = part;
	bytes.fill(0, start, end);
	if (type === "Exif" && end - start >= emptyExif.length + 6 && end <= bytes.length)
		bytes.set(emptyExif, start);
	// A box whose content is all zeros is free space: as any other it would not be well-formed.
	if ("header" in part) bytes.set([0x66, 0x72, 0x65, 0x65], part.header + 4);
}

/**
 * Overwrites EXIF, XMP and other data beside the pixels of an AVIF with zeros, so that everything stays where the file says that it
 * is. Orientation is no metadata here, but a property of the picture.
 */
export function stripAvif(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
	try {
		const found = findMetadata(bytes, { start: 0, end: bytes.length });
		// Items that lie on each other, thousands of times, would cost more than the file is worth.
		const sum = found.reduce((total, { start, end }) => total + end - start, 0);
		if (found.length === 0 || sum > 2 * bytes.length) return bytes;
		const stripped = bytes.slice();
		for (const part of found) clear(stripped, part);
		return stripped;
	} catch (error) {
		if (error instanceof RangeError) return bytes;
		throw error;
	}
}
