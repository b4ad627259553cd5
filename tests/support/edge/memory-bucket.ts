type StoredObject = { bytes: Uint8Array<ArrayBuffer>; type: string; uploaded: Date };

/** Creates an R2 bucket in memory, with the methods that the shop and its backup use. `list` returns everything at once. */
export function createMemoryBucket() {
	const objects = new Map<string, StoredObject>();
	const getMetadata = (key: string, { bytes, type, uploaded }: StoredObject) => ({
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
			const storedObject = objects.get(key);
			return storedObject
				? {
						...getMetadata(key, storedObject),
						body: new Blob([storedObject.bytes]).stream(),
						arrayBuffer: async () => storedObject.bytes.slice().buffer,
					}
				: null;
		},
		async head(key: string) {
			const storedObject = objects.get(key);
			return storedObject ? getMetadata(key, storedObject) : null;
		},
		async list() {
			const keys = [...objects.keys()].sort();
			return { objects: keys.map((key) => ({ key })), truncated: false };
		},
		async delete(key: string) {
			objects.delete(key);
		},
	};
	// R2Bucket has more methods than the shop uses.
	return bucket as unknown as R2Bucket;
}
