export const ascii = (bytes: Uint8Array, from: number, to: number): string =>
	String.fromCharCode(...bytes.subarray(from, to));

export const viewOf = (bytes: Uint8Array) =>
	new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Photographs have tens of parts. Far more would take more memory than the picture itself. */
export const maxParts = 10_000;

export const concat = (parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
