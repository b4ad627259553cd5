import { createDataView, readAscii } from "./bytes.ts";

type Size = { width: number; height: number };
type Format = { extension: string; type: string };

/** Checks the brands in the `ftyp` box (ISO/IEC 14496-12, 4.3). */
function isAvif(start: string, bytes: Uint8Array): boolean {
	const brands = start.slice(8, createDataView(bytes).getUint32(0)).match(/.{4}/gs) ?? [];
	return start.startsWith("ftyp", 4) && brands.some((brand) => /^avi[fs]$/.test(brand));
}

const pngSignature = "\x89PNG\r\n\x1a\n";

/** `start` is the beginning of the file, with one character per byte. */
const formats: (Format & { matches: (start: string, bytes: Uint8Array) => boolean })[] = [
	{ extension: "png", type: "image/png", matches: (start) => start.startsWith(pngSignature) },
	{ extension: "jpg", type: "image/jpeg", matches: (start) => start.startsWith("\xff\xd8\xff") },
	{ extension: "webp", type: "image/webp", matches: (start) => /^RIFF.{4}WEBP/s.test(start) },
	{ extension: "gif", type: "image/gif", matches: (start) => /^GIF8[79]a/.test(start) },
	{ extension: "avif", type: "image/avif", matches: isAvif },
];

/** No picture in these formats is shorter. */
const minBytes = 16;

/**
 * Reads the format from the content, because file names and declared types can be wrong (OWASP File Upload Cheat Sheet). SVG is rejected,
 * because it can contain scripts.
 */
export function detectImageFormat(bytes: Uint8Array): Format | null {
	if (bytes.length < minBytes) return null;
	const start = readAscii(bytes, 0, 64);
	return formats.find(({ matches }) => matches(start, bytes)) ?? null;
}

/** SOF0 to SOF15, except for DHT, JPG and DAC (ITU T.81, table B.1). */
const isFrameHeader = (marker: number) =>
	marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpegSize(view: DataView): Size | null {
	for (let offset = 2; offset + 9 <= view.byteLength && view.getUint8(offset) === 0xff; ) {
		const marker = view.getUint8(offset + 1);
		if (isFrameHeader(marker))
			return { width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) };
		// Any number of fill bytes may come before a marker (ITU T.81, B.1.1.2).
		offset += marker === 0xff ? 1 : 2 + view.getUint16(offset + 2);
	}
	return null;
}

function readWebpSize(bytes: Uint8Array, view: DataView): Size | null {
	if (bytes.length < 30) return null;
	switch (readAscii(bytes, 12, 16)) {
		case "VP8X":
			return {
				width: (view.getUint32(24, true) & 0xffffff) + 1,
				height: (view.getUint32(26, true) >>> 8) + 1,
			};
		case "VP8L": {
			const bits = view.getUint32(21, true);
			return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
		}
		case "VP8 ":
			return {
				width: view.getUint16(26, true) & 0x3fff,
				height: view.getUint16(28, true) & 0x3fff,
			};
		default:
			return null;
	}
}

/** Reads the size in pixels from the header. Returns null for AVIF and for an invalid header. */
export function readImageSize(bytes: Uint8Array, type: string): Size | null {
	const view = createDataView(bytes);
	if (type === "image/png" && readAscii(bytes, 12, 16) === "IHDR" && bytes.length >= 24)
		return { width: view.getUint32(16), height: view.getUint32(20) };
	if (type === "image/gif")
		return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
	if (type === "image/jpeg") return readJpegSize(view);
	return type === "image/webp" ? readWebpSize(bytes, view) : null;
}
