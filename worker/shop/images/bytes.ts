export const readAscii = (bytes: Uint8Array, from: number, to: number): string =>
	String.fromCharCode(...bytes.subarray(from, to));

export const createDataView = (bytes: Uint8Array) =>
	new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Maximum number of segments, chunks, blocks or extents in a file. A photo has dozens. A list of many more could take more memory than the
 * image.
 */
export const maxFileSegments = 10_000;

export function concat(parts: Uint8Array[]) {
	const { buffer, byteOffset, length } = Buffer.concat(parts);
	return new Uint8Array(buffer, byteOffset, length);
}
