import { ascii, concat, maxParts } from "./bytes.ts";

/** Bytes of a color table, from the field that says whether there is one. */
const colorTable = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);

/** @returns where the data sub-blocks that begin at `from` end; null where the file ends before */
function endOfSubBlocks(bytes: Uint8Array, from: number): number | null {
	let at = from;
	while (at < bytes.length) {
		const length = bytes[at] ?? 0;
		at += 1 + length;
		if (length === 0) return at;
	}
	return null;
}

/** How often an animation is repeated, and nothing else: an extension of 19 bytes. */
function isLoop(block: Uint8Array): boolean {
	const name = ascii(block, 3, 14);
	const isNamed = name === "NETSCAPE2.0" || name === "ANIMEXTS1.0";
	return isNamed && block.length === 19 && block[14] === 3 && block[15] === 1;
}

/** Timing and transparency of a frame, text that is drawn, and repetition; others are comments and programs' own data, such as XMP. */
function isNeeded(block: Uint8Array): boolean {
	const label = block[1];
	return label === 0xf9 || label === 0x01 || (label === 0xff && isLoop(block));
}

/** @returns where the block that begins at `at` ends; null where it is none, or cut off */
function endOfBlock(bytes: Uint8Array, at: number): number | null {
	if (bytes[at] === 0x21) return endOfSubBlocks(bytes, at + 2);
	if (bytes[at] !== 0x2c) return null;
	return endOfSubBlocks(bytes, at + 11 + colorTable(bytes[at + 9] ?? 0));
}

/**
 * Removes comments and application data from a GIF, and what follows its end. One that ends without a trailer, as some do, gets one.
 * https://www.w3.org/Graphics/GIF/spec-gif89a.txt
 */
export function stripGif(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
	let at = 13 + colorTable(bytes[10] ?? 0);
	const kept = [bytes.subarray(0, at)];
	while (at < bytes.length && bytes[at] !== 0x3b) {
		const end = endOfBlock(bytes, at);
		if (end === null || kept.length === maxParts) return bytes;
		const block = bytes.subarray(at, end);
		if (block[0] === 0x2c || isNeeded(block)) kept.push(block);
		at = end;
	}
	return at > bytes.length ? bytes : concat([...kept, Uint8Array.of(0x3b)]);
}
