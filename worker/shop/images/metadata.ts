import { stripAvif } from "./avif.ts";
import { concat, createDataView, maxFileSegments, readAscii } from "./bytes.ts";

/** Returns the EXIF orientation, 2 to 8; null if there is none or it is the default, 1. */
function readOrientation(app1: Uint8Array): number | null {
	const tiffStart = 10;
	if (readAscii(app1, 4, tiffStart) !== "Exif\0\0" || app1.length < tiffStart + 8) return null;
	const view = createDataView(app1);
	const isLittleEndian = readAscii(app1, tiffStart, tiffStart + 2) === "II";
	const directory = tiffStart + view.getUint32(tiffStart + 4, isLittleEndian);
	if (directory + 2 > app1.length) return null;
	const entryCount = view.getUint16(directory, isLittleEndian);
	for (let index = 0; index < entryCount; index += 1) {
		const entry = directory + 2 + index * 12;
		if (entry + 12 > app1.length) return null;
		if (view.getUint16(entry, isLittleEndian) !== 0x0112) continue;
		const value = view.getUint16(entry + 8, isLittleEndian);
		return value >= 2 && value <= 8 ? value : null;
	}
	return null;
}

/** Creates an APP1 segment with only the orientation, so that phone photos are displayed upright. */
const createOrientationSegment = (orientation: number) =>
	Uint8Array.from([
		0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01,
		0x12, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0,
	]).with(29, orientation);

/** The JFIF header, the color profile and Adobe's color transform affect the pixels; other APPn segments are metadata. */
function isNeededSegment(marker: number, segment: Uint8Array): boolean {
	if (marker === 0xe2) return readAscii(segment, 4, 15) === "ICC_PROFILE";
	const isMetadata = (marker >= 0xe1 && marker <= 0xef && marker !== 0xee) || marker === 0xfe;
	return !isMetadata;
}

/** Returns the position of the marker after the entropy-coded data (ITU T.81, B.1.1.5). */
function findEndOfScan(bytes: Uint8Array, from: number): number {
	let offset = from;
	while (offset + 1 < bytes.length) {
		const next = bytes[offset + 1] ?? 0;
		if (bytes[offset] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7))
			return offset;
		offset += 1;
	}
	return bytes.length;
}

/** Strips a JPEG (ITU T.81, annex B). */
function stripJpeg(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
	const view = createDataView(bytes);
	const keptSegments: Uint8Array[] = [];
	let orientation: number | null = null;
	let hasScan = false;
	let offset = 2;
	while (offset < bytes.length) {
		if (bytes[offset] !== 0xff || keptSegments.length >= maxFileSegments) return bytes;
		const marker = bytes[offset + 1] ?? 0;
		if (marker === 0xff) {
			offset += 1;
			continue;
		}
		const hasLength = offset + 4 <= bytes.length;
		const end = hasLength ? offset + 2 + view.getUint16(offset + 2) : Number.POSITIVE_INFINITY;
		// Browsers also show a photo that ends before its last pixels.
		if (hasScan && (marker === 0xd9 || end > bytes.length)) break;
		if (end > bytes.length) return bytes;
		const segment = bytes.subarray(offset, end);
		if (marker === 0xe1) orientation ??= readOrientation(segment);
		if (isNeededSegment(marker, segment)) keptSegments.push(segment);
		offset = end;
		if (marker !== 0xda) continue;
		hasScan = true;
		offset = findEndOfScan(bytes, end);
		keptSegments.push(bytes.subarray(end, offset));
	}
	if (!hasScan) return bytes;
	const orientationSegments = orientation === null ? [] : [createOrientationSegment(orientation)];
	return concat([
		bytes.subarray(0, 2),
		...orientationSegments,
		...keptSegments,
		Uint8Array.of(0xff, 0xd9),
	]);
}

const pngMetadata = new Set(["eXIf", "tEXt", "zTXt", "iTXt", "tIME"]);

/** Strips a PNG (https://www.w3.org/TR/png-3/#5Chunk-layout). */
function stripPng(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
	const view = createDataView(bytes);
	const keptChunks = [bytes.subarray(0, 8)];
	for (let offset = 8; offset + 12 <= bytes.length && keptChunks.length < maxFileSegments; ) {
		const end = offset + 12 + view.getUint32(offset);
		const type = readAscii(bytes, offset + 4, offset + 8);
		if (end > bytes.length) return bytes;
		if (!pngMetadata.has(type)) keptChunks.push(bytes.subarray(offset, end));
		if (type === "IEND") return concat(keptChunks);
		offset = end;
	}
	return bytes;
}

/** Strips a WebP (https://developers.google.com/speed/webp/docs/riff_container). Flags in VP8X tell whether there are EXIF and XMP chunks. */
function stripWebp(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
	const view = createDataView(bytes);
	const keptChunks: Uint8Array[] = [];
	for (let offset = 12; offset + 8 <= bytes.length; ) {
		const length = view.getUint32(offset + 4, true);
		const end = offset + 8 + length + (length % 2);
		if (end > bytes.length || keptChunks.length === maxFileSegments) return bytes;
		const type = readAscii(bytes, offset, offset + 4);
		let chunk = bytes.subarray(offset, end);
		if (type === "VP8X") {
			// A copy, because `bytes` is returned unchanged if a later chunk is invalid.
			chunk = chunk.slice();
			chunk[8] = (chunk[8] ?? 0) & ~0x0c;
		}
		if (type !== "EXIF" && type !== "XMP ") keptChunks.push(chunk);
		offset = end;
	}
	if (keptChunks.length === 0) return bytes;
	const stripped = concat([bytes.subarray(0, 12), ...keptChunks]);
	createDataView(stripped).setUint32(4, stripped.length - 8, true);
	return stripped;
}

/**
 * Returns the length of a GIF color table in bytes.
 * @param packed - the packed field of the descriptor before the table
 */
const getColorTableLength = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);

function findEndOfSubBlocks(bytes: Uint8Array, from: number): number | null {
	let offset = from;
	while (offset < bytes.length) {
		const length = bytes[offset] ?? 0;
		offset += 1 + length;
		if (length === 0) return offset;
	}
	return null;
}

/** Whether the block is the application extension that says how often an animation repeats. */
function isLoopExtension(block: Uint8Array): boolean {
	const name = readAscii(block, 3, 14);
	const isNamed = name === "NETSCAPE2.0" || name === "ANIMEXTS1.0";
	return isNamed && block.length === 19 && block[14] === 3 && block[15] === 1;
}

/** Whether the block is a graphic control, plain text or loop extension. Others are comments or application data, such as XMP. */
function isNeededBlock(block: Uint8Array): boolean {
	const label = block[1];
	return label === 0xf9 || label === 0x01 || (label === 0xff && isLoopExtension(block));
}

/** Returns null if the block is unknown or truncated. */
function findEndOfBlock(bytes: Uint8Array, offset: number): number | null {
	if (bytes[offset] === 0x21) return findEndOfSubBlocks(bytes, offset + 2);
	if (bytes[offset] !== 0x2c) return null;
	return findEndOfSubBlocks(bytes, offset + 11 + getColorTableLength(bytes[offset + 9] ?? 0));
}

/** Strips a GIF (https://www.w3.org/Graphics/GIF/spec-gif89a.txt). */
function stripGif(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
	let offset = 13 + getColorTableLength(bytes[10] ?? 0);
	const keptBlocks = [bytes.subarray(0, offset)];
	while (offset < bytes.length && bytes[offset] !== 0x3b) {
		const end = findEndOfBlock(bytes, offset);
		if (end === null || keptBlocks.length === maxFileSegments) return bytes;
		const block = bytes.subarray(offset, end);
		if (block[0] === 0x2c || isNeededBlock(block)) keptBlocks.push(block);
		offset = end;
	}
	return offset > bytes.length ? bytes : concat([...keptBlocks, Uint8Array.of(0x3b)]);
}

const strippers = new Map([
	["image/jpeg", stripJpeg],
	["image/png", stripPng],
	["image/webp", stripWebp],
	["image/avif", stripAvif],
	["image/gif", stripGif],
]);

/** Removes data such as a photo's location, because uploads are public. A picture that cannot be parsed is returned unchanged. */
export const stripMetadata = (
	bytes: Uint8Array<ArrayBuffer>,
	type: string,
): Uint8Array<ArrayBuffer> => strippers.get(type)?.(bytes) ?? bytes;
