import { createDataView, maxFileSegments, readAscii } from "./bytes.ts";

type Range = { start: number; end: number };
/** A box, or an extent of an item. The range of a box excludes its header, which begins at `headerStart`. */
type Part = Range & { type: string; headerStart?: number };

/** Reads consecutive big-endian numbers. `read` throws RangeError past the end of the range. */
function createReader(bytes: Uint8Array, { start, end }: Range) {
	const view = createDataView(bytes.subarray(0, end));
	let offset = start;
	const read = (size: number): number => {
		let number = 0;
		for (const end = offset + size; offset < end; offset += 1)
			number = number * 256 + view.getUint8(offset);
		return number;
	};
	return { read, position: () => offset };
}

/**
 * Yields the boxes in a range (ISO/IEC 14496-12, 4.2).
 * @throws RangeError if a box is longer than the range
 */
function* readBoxes(bytes: Uint8Array, { start, end }: Range): Generator<Part> {
	for (let offset = start; offset < end; ) {
		const { read, position } = createReader(bytes, { start: offset, end });
		const length = read(4);
		const type = readAscii(bytes, offset + 4, offset + 8);
		read(4);
		const size = length === 1 ? read(8) : length;
		const next = length === 0 ? end : offset + size;
		if (next > end || next < position()) throw new RangeError(`the box ${type} is too long`);
		yield { type, headerStart: offset, start: position(), end: next };
		offset = next;
	}
}

/** EXIF, XMP (`mime`) and other metadata (`uri `). */
const metadataTypes = new Set(["Exif", "mime", "uri "]);

/** Returns the types of the metadata items in the `iinf` box, by item id (8.11.6). */
function findMetadataItems(bytes: Uint8Array, iinf: Range): Map<number, string> {
	const items = new Map<number, string>();
	const { read, position } = createReader(bytes, iinf);
	const version = read(4) >>> 24;
	read(version === 0 ? 2 : 4);
	for (const box of readBoxes(bytes, { start: position(), end: iinf.end })) {
		const entry = createReader(bytes, box);
		const entryVersion = entry.read(4) >>> 24;
		if (box.type !== "infe" || entryVersion < 2) continue;
		const id = entry.read(entryVersion === 2 ? 2 : 4);
		entry.read(2);
		const type = readAscii(bytes, entry.position(), entry.position() + 4);
		if (metadataTypes.has(type)) items.set(id, type);
	}
	return items;
}

/**
 * Reads the extents of the metadata items from the `iloc` box (8.11.3).
 * @throws RangeError on features that no image encoder uses
 */
function findExtents(
	bytes: Uint8Array,
	iloc: Range,
	items: Map<number, string>,
	idatStart: number,
) {
	const { read } = createReader(bytes, iloc);
	const version = read(4) >>> 24;
	const sizes = read(2);
	const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
	const indexSize = version === 0 ? 0 : sizes & 15;
	const metadata: Part[] = [];
	let extentCount = 0;
	for (let itemsLeft = read(version < 2 ? 2 : 4); itemsLeft > 0; itemsLeft -= 1) {
		const type = items.get(read(version < 2 ? 2 : 4));
		const method = version === 0 ? 0 : read(2) & 15;
		read(2);
		const base = read(baseSize) + (method === 1 ? idatStart : 0);
		for (let extentsLeft = read(2); extentsLeft > 0; extentsLeft -= 1) {
			read(indexSize);
			const start = base + read(offsetSize);
			const length = read(lengthSize);
			extentCount += 1;
			if (extentCount > maxFileSegments) throw new RangeError("too many extents");
			if (type === undefined) continue;
			if (method > 1 || length === 0) throw new RangeError("unsupported extent");
			metadata.push({ type, start, end: start + length });
		}
	}
	return metadata;
}

function findMetaBoxExtents(bytes: Uint8Array, meta: Range): Part[] {
	const boxes = [...readBoxes(bytes, { start: meta.start + 4, end: meta.end })];
	const findBox = (type: string) => boxes.find((box) => box.type === type);
	const [iinf, iloc] = [findBox("iinf"), findBox("iloc")];
	if (!iinf || !iloc) return [];
	return findExtents(bytes, iloc, findMetadataItems(bytes, iinf), findBox("idat")?.start ?? 0);
}

const containers = new Set(["moov", "trak"]);
/** Boxes that decoding does not need: user data and application data, such as Adobe's XMP. */
const unneededTypes = new Set(["udta", "uuid", "free", "skip"]);

function findMetadata(bytes: Uint8Array, range: Range, depth = 0): Part[] {
	return [...readBoxes(bytes, range)].flatMap((box) => {
		if (box.type === "meta") return findMetaBoxExtents(bytes, box);
		if (containers.has(box.type) && depth < 2) return findMetadata(bytes, box, depth + 1);
		return unneededTypes.has(box.type) ? [box] : [];
	});
}

/** EXIF without entries (ISO/IEC 23008-12, A.2.1, and TIFF 6.0), because decoders reject a picture with invalid EXIF. */
const emptyExif = [0, 0, 0, 0, 0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8];

function clearMetadata(bytes: Uint8Array, { type, start, end, headerStart }: Part): void {
	bytes.fill(0, start, end);
	if (type === "Exif" && end - start >= emptyExif.length + 6 && end <= bytes.length)
		bytes.set(emptyExif, start);
	// Changes the box type to `free`, because zeros may be invalid content for the previous type.
	if (headerStart !== undefined) bytes.set(Buffer.from("free"), headerStart + 4);
}

/** Overwrites metadata with zeros, so that all offsets in the file stay valid. The orientation survives, because AVIF does not store it in EXIF. */
export function stripAvif(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
	try {
		const metadata = findMetadata(bytes, { start: 0, end: bytes.length });
		// Thousands of overlapping extents would take too long to clear.
		const totalLength = metadata.reduce((total, { start, end }) => total + end - start, 0);
		if (metadata.length === 0 || totalLength > 2 * bytes.length) return bytes;
		const stripped = bytes.slice();
		for (const part of metadata) clearMetadata(stripped, part);
		return stripped;
	} catch (error) {
		if (error instanceof RangeError) return bytes;
		throw error;
	}
}
