type Kept = { bytes: Uint8Array<ArrayBuffer>; type: string; uploaded: Date };

/** R2 in memory: what the shop asks of it. */
export function createMemoryBucket() {
	const objects = new Map<string, Kept>();
	const describe = (key: string, { bytes, type, uploaded }: Kept) => ({
		key,
		size: bytes.byteLength,
		httpEtag: `"${key.slice(0, 32)}"`,
		httpMetadata: { contentType: type },
		uploaded,
	});
	const bucket = {
		async put(key: string, bytes: Uint8Array, options: { httpMetadata: { contentType: string } }) {
			const type = options.httpMetadata.contentType;
			objects.set(key, { bytes: new Uint8Array(bytes), type, uploaded: new Date() });
		},
		async get(key: string) {
			const kept = objects.get(key);
			return kept ? { ...describe(key, kept), body: new Blob([kept.bytes]).stream() } : null;
		},
		async head(key: string) {
			const kept = objects.get(key);
			return kept ? describe(key, kept) : null;
		},
		async delete(key: string) {
			objects.delete(key);
		},
	};
	// The whole of Cloudflare's class is more than the shop uses.
	return bucket as unknown as R2Bucket;
}
