type Size = { width: number; height: number };

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
	String.fromCharCode(...bytes.subarray(from, to));

/** The frame header of a JPEG: SOF0 to SOF15, but for DHT, JPG and DAC (ITU T.81, table B.1). */
const isFrameHeader = (marker: number) =>
	marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function sizeOfJpeg(view: DataView): Size | null {
	for (let at = 2; at + 9 <= view.byteLength && view.getUint8(at) === 0xff; ) {
		const marker = view.getUint8(at + 1);
		if (isFrameHeader(marker))
			return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
		// Any number of fill bytes may come before a marker (ITU T.81, B.1.1.2).
		at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
	}
	return null;
}

function sizeOfWebp(bytes: Uint8Array, view: DataView): Size | null {
	if (bytes.length < 30) return null;
	switch (ascii(bytes, 12, 16)) {
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

/**
 * @param type media type that the bytes were found to have
 * @returns pixels, as the header of the picture says; null where it says nothing that is understood, and for AVIF
 */
export function readImageSize(bytes: Uint8Array, type: string): Size | null {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (type === "image/png" && ascii(bytes, 12, 16) === "IHDR" && bytes.length >= 24)
		return { width: view.getUint32(16), height: view.getUint32(20) };
	if (type === "image/gif")
		return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
	if (type === "image/jpeg") return sizeOfJpeg(view);
	return type === "image/webp" ? sizeOfWebp(bytes, view) : null;
}
