import { ascii, concat, maxParts } from "./bytes.ts";

/** Returns the length of a color table in bytes. @param packed the packed field of the descriptor before it */
const colorTableLength = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);

/** Returns null if the file is truncated. */
function findEndOfSubBlocks(bytes: Uint8Array, from: number): number | null {
	let at = from;
	while (at < bytes.length) {
		const length = bytes[at] ?? 0;
		at += 1 + length;
		if (length === 0) return at;
	}
	return null;
}

/** Whether the block is the application extension that says how often an animation repeats. */
function isLoop(block: Uint8Array): boolean {
	const name = ascii(block, 3, 14);
	const isNamed = name === "NETSCAPE2.0" || name === "ANIMEXTS1.0";
	return isNamed && block.length === 19 && block[14] === 3 && block[15] === 1;
}

/** The graphic control, plain text and loop extensions. Others are comments or application data, such as XMP. */
function isNeeded(block: Uint8Array): boolean {
	const label = block[1];
	return label === 0xf9 || label === 0x01 || (label === 0xff && isLoop(block));
}

/** Returns null if the block is unknown or truncated. */
function findEndOfBlock(bytes: Uint8Array, at: number): number | null {
	if (bytes[at] === 0x21) return findEndOfSubBlocks(bytes, at + 2);
	if (bytes[at] !== 0x2c) return null;
	return findEndOfSubBlocks(bytes, at + 11 + colorTableLength(bytes[at + 9] ?? 0));
}

/**
 * Removes comments, application data, and bytes after the trailer from a GIF. Adds a missing trailer.
 * https://www.w3.org/Graphics/GIF/spec-gif89a.txt
 */
export function stripGif(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
	let at = 13 + colorTableLength(bytes[10] ?? 0);
	const keptBlocks = [bytes.subarray(0, at)];
	while (at < bytes.length && bytes[at] !== 0x3b) {
		const end = findEndOfBlock(bytes, at);
		if (end === null || keptBlocks.length === maxParts) return bytes;
		const block = bytes.subarray(at, end);
		if (block[0] === 0x2c || isNeeded(block)) keptBlocks.push(block);
		at = end;
	}
	return at > bytes.length ? bytes : concat([...keptBlocks, Uint8Array.of(0x3b)]);
}
