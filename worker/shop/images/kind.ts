type Kind = { extension: string; type: string };

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
	String.fromCharCode(...bytes.subarray(from, to));

const startsWith = (bytes: Uint8Array, signature: number[]): boolean =>
	signature.every((byte, place) => bytes[place] === byte);

/** ISO/IEC 14496-12 `ftyp`: length, "ftyp", major brand, version, compatible brands of four letters each. */
function isAvif(bytes: Uint8Array): boolean {
	if (ascii(bytes, 4, 8) !== "ftyp") return false;
	const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);
	const brands = ascii(bytes, 8, Math.min(length, 64, bytes.length)).matchAll(/.{4}/gs);
	return Array.from(brands, ([brand]) => brand).some((brand) => /^avi[fs]$/.test(brand));
}

const kinds: (Kind & { matches: (bytes: Uint8Array) => boolean })[] = [
	{
		extension: "png",
		type: "image/png",
		matches: (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
	},
	{
		extension: "jpg",
		type: "image/jpeg",
		matches: (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]),
	},
	{
		extension: "webp",
		type: "image/webp",
		matches: (bytes) => ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP",
	},
	{ extension: "avif", type: "image/avif", matches: isAvif },
	{
		extension: "gif",
		type: "image/gif",
		matches: (bytes) => ["GIF87a", "GIF89a"].includes(ascii(bytes, 0, 6)),
	},
];

/** No picture of these kinds is shorter, in bytes. */
const shortest = 16;

/**
 * Judges a picture by its first bytes: names and declared types can lie (OWASP File Upload Cheat Sheet). SVG is
 * none of them, as it can hold scripts.
 * @returns null when it is no picture that the shop takes
 */
export function imageKindOf(bytes: Uint8Array): Kind | null {
	if (bytes.length < shortest) return null;
	const kind = kinds.find(({ matches }) => matches(bytes));
	return kind ? { extension: kind.extension, type: kind.type } : null;
}
